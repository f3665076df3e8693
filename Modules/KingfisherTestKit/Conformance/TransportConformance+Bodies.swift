internal import Foundation
internal import KingfisherCore

extension TransportConformance {
    static let bodyChecks = [
        Check("Status, header fields, length and body arrive") { kit in
            let body = pattern(100_000)
            kit.server.route("/a", .bytes(body, type: "image/png").adding("X-Word", "yes"))
            let seen = try await kit.load(kit.request("/a"))
            try kit.expectEqual(seen.response.statusCode, 200, "the status")
            try kit.expectEqual(seen.response.url, kit.server.url("/a"), "the URL")
            try kit.expectEqual(seen.response.headers["content-type"], "image/png", "the content type")
            try kit.expectEqual(seen.response.headers["x-word"], "yes", "X-Word")
            try kit.expectEqual(seen.response.expectedBodyBytes, 100_000, "the expected length")
            try kit.expect(seen.body == body, "the body is the one sent")
        },
        Check("A body of 8 MiB arrives whole") { kit in
            let body = pattern(8 << 20)
            kit.server.route("/large", .bytes(body))
            try kit.expect(try await kit.load(kit.request("/large")).body == body, "the body is the one sent")
        },
        Check("An empty body is empty and no error") { kit in
            kit.server.route("/empty", ScriptedResponse())
            try kit.expectEqual(try await kit.load(kit.request("/empty")).body, Data(), "the body")
        },
        Check("A chunked body arrives whole and its length is unknown before") { kit in
            let body = pattern(50_000)
            kit.server.route("/chunked", .bytes(body).chunked(size: 777))
            let seen = try await kit.load(kit.request("/chunked"))
            try kit.expect(seen.body == body, "the body is the one sent")
            try kit.expectEqual(seen.response.expectedBodyBytes, nil, "the expected length")
        },
        Check("A body that ends with the connection arrives whole") { kit in
            let body = pattern(50_000)
            kit.server.route("/open", .bytes(body).untilClose())
            let seen = try await kit.load(kit.request("/open"))
            try kit.expect(seen.body == body, "the body is the one sent")
            try kit.expectEqual(seen.response.expectedBodyBytes, nil, "the expected length")
        },
        Check("A gzip body is decoded and its length is unknown before") { kit in
            let body = pattern(50_000)
            kit.server.route("/gzip", .gzip(body))
            let seen = try await kit.load(kit.request("/gzip"))
            try kit.expect(seen.body == body, "the body is the decoded one")
            try kit.expectEqual(seen.response.expectedBodyBytes, nil, "the expected length")
        },
        Check("A drip arrives whole, chunk by chunk") { kit in
            let gate = try Gate()
            kit.server.route("/drip", .text("abc").gated(1, by: gate))
            let exchange = try await kit.transport.send(kit.request("/drip"))
            var chunks = exchange.body.makeAsyncIterator()
            for letter in ["a", "b", "c"] {
                gate.pass()
                let chunk = try await chunks.next()
                try kit.expectEqual(chunk, Data(letter.utf8), "the chunk")
            }
            try kit.expectEqual(try await chunks.next(), nil, "what follows the last chunk")
            try kit.expectEqual(try await chunks.next(), nil, "what follows the end")
        },
        Check("Responses other than 200 are responses, with their bodies") { kit in
            for status in [203, 206, 400, 401, 403, 404, 410, 416, 429, 500, 503] {
                let text = ScriptedResponse.text("status \(status)", status: status)
                kit.server.route("/\(status)", text.adding("WWW-Authenticate", "Basic realm=\"x\""))
                let seen = try await kit.load(kit.request("/\(status)"))
                try kit.expectEqual(seen.response.statusCode, status, "the status")
                try kit.expectEqual(seen.body, Data("status \(status)".utf8), "the body")
            }
        },
        Check("Responses without a body end at once") { kit in
            kit.server.route("/file", file: ScriptedFile(pattern(1000), etag: "\"v1\""))
            kit.server.route("/204", ScriptedResponse(status: 204))
            let nothing = try await kit.load(kit.request("/204"))
            try kit.expectEqual(nothing.response.statusCode, 204, "the status")
            let unchanged = try await kit.load(
                kit.request("/file") { $0.headers["If-None-Match"] = "\"v1\"" })
            try kit.expectEqual(unchanged.response.statusCode, 304, "the status")
            try kit.expectEqual(unchanged.response.validators?.entityTag, "\"v1\"", "the entity tag")
            let head = try await kit.load(kit.request("/file") { $0.method = "HEAD" })
            try kit.expectEqual(head.response.statusCode, 200, "the status")
            try kit.expectEqual(
                nothing.body.count + unchanged.body.count + head.body.count, 0, "the bytes received")
        },
        Check("A range comes as asked") { kit in
            kit.server.route("/file", file: ScriptedFile(Data("0123456789".utf8)))
            let seen = try await kit.load(kit.request("/file") { $0.headers["Range"] = "bytes=2-4" })
            try kit.expectEqual(seen.response.statusCode, 206, "the status")
            try kit.expectEqual(seen.body, Data("234".utf8), "the body")
        },
        Check("Header fields of any nearly legal form are taken") { kit in
            let fields = "x-NONE:1\r\nX-Tabs:\t 2 \t\r\nX-Latin: caf\u{1}\r\nX-Empty:\r\ncontent-length:2\r\n"
            var head = Data("HTTP/1.1 200\r\n\(fields)\r\nok".utf8)
            // A byte that no UTF-8 text has there.
            if let place = head.firstIndex(of: 1) { head[place] = 0xe9 }
            kit.server.route("/odd", .raw([.send(head), .close]))
            let seen = try await kit.load(kit.request("/odd"))
            try kit.expectEqual(seen.body, Data("ok".utf8), "the body")
            try kit.expectEqual(seen.response.headers["X-None"], "1", "X-None")
            try kit.expectEqual(seen.response.headers["X-Tabs"], "2", "X-Tabs")
            try kit.expectEqual(seen.response.headers["X-Latin"], "caf\u{e9}", "X-Latin")
            try kit.expectEqual(seen.response.expectedBodyBytes, 2, "the expected length")
        },
        Check("A web page under an image's name is delivered as it is") { kit in
            kit.server.route("/fake.png", .html(claiming: "image/png"))
            let seen = try await kit.load(kit.request("/fake.png"))
            try kit.expect(seen.body.starts(with: Data("<!DOCTYPE".utf8)), "the body is the page")
        },
    ]
}

internal import Foundation
internal import KingfisherCore

extension TransportConformance {
    static let faultChecks = [
        Check("A body that breaks off is never taken for whole") { kit in
            let body = pattern(5000)
            let broken: [ScriptedResponse] = [
                .bytes(body).declaringLength("9000").closing(),
                .bytes(body).closing(after: 0),
                .bytes(body).closing(after: 4999),
                .bytes(body).chunked(size: 100).closing(after: 3000),
                .bytes(body).resetting(after: 3000),
                .bytes(body).chunked(size: 100).resetting(after: 3000),
                .gzip(body).closing(after: 3000),
            ]
            for (number, response) in broken.enumerated() {
                kit.server.route("/broken\(number)", response)
                try await kit.expectFailure(.truncatedBody, kit.request("/broken\(number)"))
            }
        },
        Check("Bytes that are not what their encoding says are refused") { kit in
            kit.server.route("/false", .bytes(pattern(5000)).adding("Content-Encoding", "gzip"))
            do {
                _ = try await kit.load(kit.request("/false"))
                throw TestKitFailure("expected an error for a false gzip body")
            } catch is PluginError {}
        },
        Check("A body that is longer than declared is cut at its length") { kit in
            kit.server.route("/short", .bytes(pattern(5000)).declaringLength("4000"))
            try kit.expect(
                try await kit.load(kit.request("/short")).body == pattern(5000).prefix(4000), "it is cut")
        },
        Check("An answer that is no HTTP is refused") { kit in
            let body = pattern(5000)
            let garbage: [ScriptedResponse] = [
                .garbage(), .garbage("HTTP/1.1 abc\r\n\r\n"), .bytes(body).declaringLength("-5"),
                .bytes(body).declaringLength("many"), .endlessHeaders,
            ]
            for (number, response) in garbage.enumerated() {
                kit.server.route("/garbage\(number)", response)
                try await kit.expectFailure(.invalidResponse, kit.request("/garbage\(number)"))
            }
        },
        Check("A connection that ends without an answer is an error") { kit in
            kit.server.route("/nothing", .nothing)
            kit.server.route("/reset", .raw([.reset]))
            try await kit.expectFailure(.connectionFailed, kit.request("/nothing"))
            try await kit.expectFailure(.connectionFailed, kit.request("/reset"))
        },
        Check("A server that hangs up within the head is an error") { kit in
            let heads = [
                "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 10",
                "HTTP/1.1 302 Found\r\nLocation: /x\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
            ]
            for (number, head) in heads.enumerated() {
                kit.server.route("/cut\(number)", .raw([.send(Data(head.utf8)), .close]))
                try await kit.expectFailure(.connectionFailed, kit.request("/cut\(number)"))
            }
        },
        Check("A host that refuses or does not exist is an error") { kit in
            let gone = try ScriptedServer()
            let url = gone.url("/a")
            gone.stop()
            try await kit.expectFailure(.connectionFailed, TransportRequest(url: url))
            guard let unknown = URL(string: "http://no-such-host.invalid/a") else { return }
            try await kit.expectFailure(.connectionFailed, TransportRequest(url: unknown))
        },
        Check("A failed request leaves the transport as good as new") { kit in
            kit.server.route("/broken", .bytes(pattern(5000)).closing(after: 10))
            kit.server.route("/whole", .text("whole"))
            for _ in 0..<10 {
                try await kit.expectFailure(.truncatedBody, kit.request("/broken"))
                try kit.expectEqual(
                    try await kit.load(kit.request("/whole")).body, Data("whole".utf8), "the body")
            }
        },
    ]
}

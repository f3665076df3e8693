internal import Foundation
internal import KingfisherCore

extension TransportConformance {
    static let requestChecks = [
        Check("Method, header fields, query and body are sent as given") { kit in
            kit.server.route("/echo", .text("ok"))
            let request = kit.request("/echo?a=1&b=%2F%20c") { request in
                request.method = "POST"
                request.headers["X-Own"] = "own value"
                request.body = pattern(5000)
            }
            _ = try await kit.load(request)
            let seen = kit.server.requests.first
            try kit.expectEqual(seen?.method, "POST", "the method")
            try kit.expectEqual(seen?.target, "/echo?a=1&b=%2F%20c", "the target")
            try kit.expectEqual(seen?.headers["X-Own"], "own value", "X-Own")
            try kit.expect(seen?.body == pattern(5000), "the body is the one given")
        },
        Check("Requests one after the other share a connection") { kit in
            kit.server.route("/a", .bytes(pattern(10_000)))
            for _ in 0..<5 { _ = try await kit.load(kit.request("/a")) }
            try kit.expectEqual(kit.server.connectionCount, 1, "the number of connections")
        },
        Check("Fifty requests at once are all answered, each with its own body") { kit in
            kit.server.route("/n") { .text($0.query ?? "") }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        let seen = try await kit.load(kit.request("/n?\(number)"))
                        try kit.expectEqual(seen.body, Data("\(number)".utf8), "the body")
                    }
                }
                try await group.waitForAll()
            }
        },
        Check("Nothing is cached and no cookie is kept") { kit in
            let response = ScriptedResponse.text("fresh").adding("Cache-Control", "max-age=3600")
            kit.server.route("/a", response.adding("Set-Cookie", "user=1; Path=/").adding("ETag", "\"v1\""))
            for _ in 0..<2 { _ = try await kit.load(kit.request("/a")) }
            try kit.expectEqual(kit.server.count(of: "/a"), 2, "the number of requests")
            let second = kit.server.requests.last
            try kit.expectEqual(second?.headers["Cookie"], nil, "the second request's cookie")
            try kit.expectEqual(second?.headers["If-None-Match"], nil, "the second request's condition")
        },
        Check("Header fields cannot smuggle others in") { kit in
            kit.server.route("/a", .text("ok"))
            for (name, value) in [("X-A", "1\r\nX-B: 2"), ("X-A: 1\r\nX-B", "2"), ("X-A", "1\n"), ("", "1")] {
                do {
                    _ = try await kit.load(kit.request("/a") { $0.headers.add(name: name, value: value) })
                    throw TestKitFailure("expected an error for the header field \"\(name): \(value)\"")
                } catch is PluginError {}
            }
            try kit.expectEqual(kit.server.requests.count, 0, "the number of requests")
        },
        Check("URLs that cannot be fetched are refused by name") { kit in
            for text in ["nope://127.0.0.1/a", "http:///a", "a.png", "mailto:a@b.c", "file:///etc/passwd"] {
                guard let url = URL(string: text) else { throw TestKitFailure("\(text) is no URL") }
                try await kit.expectFailure(.unsupportedURL, TransportRequest(url: url))
            }
        },
    ]
}

internal import Foundation
internal import KingfisherCore

extension TransportConformance {
    static let limitChecks = [
        Check("A body is refused above its limit and taken at it, whatever the framing") { kit in
            let body = pattern(100_000)
            let framings: [ScriptedResponse] = [
                .bytes(body), .bytes(body).chunked(size: 1000), .bytes(body).untilClose(), .gzip(body),
            ]
            for (number, response) in framings.enumerated() {
                kit.server.route("/\(number)", response)
                let fitting = try await kit.load(kit.request("/\(number)") { $0.maximumBodyBytes = 100_000 })
                try kit.expect(fitting.body == body, "the body that fits arrives")
                try await kit.expectFailure(
                    .bodyTooLarge, kit.request("/\(number)") { $0.maximumBodyBytes = 99_999 })
            }
        },
        Check("A body without end is refused while it streams, and the connection closed") { kit in
            kit.server.route("/endless", .endlessBody)
            try await kit.expectFailure(
                .bodyTooLarge, kit.request("/endless") { $0.maximumBodyBytes = 1 << 20 })
            // Behind whatever the client had taken in by then, on a machine that may be busy.
            try await kit.server.waitForOpenConnections(atMost: 0, upTo: .seconds(45))
        },
        Check("A body that nobody reads is not taken in without bound") { kit in
            let body = pattern(64 << 20)
            let gate = try Gate(open: true)
            kit.server.route("/large", .bytes(body).gated(64 << 10, by: gate))
            let exchange = try await kit.transport.send(kit.request("/large"))
            // The server stands still once the buffers on the way are full, which only time can show.
            var sent = -1
            while sent != gate.arrivalCount {
                sent = gate.arrivalCount
                try await Task.sleep(for: .milliseconds(200))
            }
            try kit.expect(sent < 512, "at most half is taken in unread, not \(sent) pieces of 1024")
            try kit.expect(try await read(exchange.body) == body, "the body arrives whole when it is read")
        },
        Check("Silence before the head, in it and in the body runs into the idle timeout") { kit in
            let body = pattern(5000)
            let stalled: [ScriptedResponse] = [
                .silence, .raw([.send(Data("HTTP/1.1 200 OK\r\nContent-".utf8)), .stall]),
                .bytes(body).stalling(after: 0), .bytes(body).stalling(after: 3000),
            ]
            for (number, response) in stalled.enumerated() {
                kit.server.route("/stall\(number)", response)
                try await kit.expectFailure(
                    .timedOut, kit.request("/stall\(number)") { $0.idleTimeout = 0.3 })
            }
            try await kit.server.waitForOpenConnections(atMost: 0)
        },
        Check("A slow body that never falls silent outlives the idle timeout") { kit in
            kit.server.route("/slow", .bytes(pattern(35)).dripping(1, every: .milliseconds(100)))
            let seen = try await kit.load(kit.request("/slow") { $0.idleTimeout = 3 })
            try kit.expect(seen.body == pattern(35), "the body is the one sent")
        },
        Check("A slow body runs into the total timeout") { kit in
            kit.server.route("/slow", .bytes(pattern(100_000)).dripping(1, every: .milliseconds(20)))
            try await kit.expectFailure(.timedOut, kit.request("/slow") { $0.totalTimeout = 0.5 })
            kit.server.route("/silence", .silence)
            try await kit.expectFailure(.timedOut, kit.request("/silence") { $0.totalTimeout = 0.3 })
            try await kit.server.waitForOpenConnections(atMost: 0)
        },
        Check("The total timeout spans redirects") { kit in
            kit.server.route("/again") { _ in
                .raw(
                    [.pause(.milliseconds(50))]
                        + ScriptedResponse.redirect(to: "/again").steps(forMethod: "GET"))
            }
            let request = kit.request("/again") { ($0.totalTimeout, $0.maximumRedirects) = (0.5, 10_000) }
            try await kit.expectFailure(.timedOut, request)
        },
        Check("Time limits that are none are refused") { kit in
            for seconds in [0, -1, -Double.infinity, .nan] {
                do {
                    _ = try await kit.load(kit.request("/a") { $0.idleTimeout = seconds })
                    throw TestKitFailure("expected an error for an idle timeout of \(seconds)")
                } catch is PluginError {}
            }
            kit.server.route("/a", .text("a"))
            let patient = kit.request("/a") {
                ($0.idleTimeout, $0.totalTimeout) = (.infinity, .greatestFiniteMagnitude)
            }
            try kit.expectEqual(try await kit.load(patient).body, Data("a".utf8), "the body")
        },
    ]
}

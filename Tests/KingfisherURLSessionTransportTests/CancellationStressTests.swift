import Foundation
import KingfisherCore
import KingfisherTestKit
import KingfisherURLSessionTransport
import Testing

@Suite("URLSessionTransport under cancellation", .timeLimit(.minutes(2)))
struct CancellationStressTests {
    /// Foundation's tasks have narrow windows in which a call from outside meets an event of the session; the
    /// number of yields before the cancellation walks through them.
    @Test("cancelling at any moment gives the whole body or a cancellation, and closes what was open")
    func cancellingAtAnyMoment() async throws {
        let server = try ScriptedServer()
        let body = Data(repeating: 7, count: 100_000)
        server.route("/a", .bytes(body).chunked(size: 8000))
        server.route("/from", .redirect(to: "/a"))
        var unauthorized = ScriptedResponse.bytes(body).adding("WWW-Authenticate", "Basic realm=\"x\"")
        unauthorized.status = 401
        server.route("/401", unauthorized)
        let transport = URLSessionTransport(connectionsPerHost: 4)
        for round in 0..<600 {
            let url = server.url(["/a", "/from", "/401"][round % 3])
            let loading = Task {
                var received = Data()
                for try await chunk in try await transport.send(TransportRequest(url: url)).body {
                    received.append(chunk)
                }
                return received
            }
            for _ in 0..<(round * 7 % 400) { await Task.yield() }
            loading.cancel()
            do {
                #expect(try await loading.value == body)
            } catch is CancellationError {}
        }
        try await server.waitForOpenConnections(atMost: 4)
    }
}

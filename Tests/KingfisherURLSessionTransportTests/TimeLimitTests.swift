import Foundation
import KingfisherCore
import KingfisherTestKit
import Testing

@testable import KingfisherURLSessionTransport

@Suite("URLSessionTransport's time limits, by a clock that the test moves", .timeLimit(.minutes(1)))
struct TimeLimitTests {
    private let clock = ManualClock()
    private let server: ScriptedServer

    init() throws {
        server = try ScriptedServer()
    }

    private func send(
        _ path: String, by transport: URLSessionTransport, idle: Double = 15, total: Double? = nil
    ) -> Task<TransportExchange, any Error> {
        var request = TransportRequest(url: server.url(path))
        request.idleTimeout = idle
        request.totalTimeout = total
        return Task { [request] in try await transport.send(request) }
    }

    @Test("the idle timeout passes at its instant, and not before")
    func idleTimeout() async throws {
        server.route("/silence", .silence)
        let sending = send("/silence", by: URLSessionTransport(clock: clock))
        try await server.waitForRequests(1)
        try await clock.waitForSleepers()
        clock.advance(by: .milliseconds(14_999))
        try await clock.waitForSleepers()
        #expect(server.openConnectionCount == 1)
        clock.advance(by: .milliseconds(1))
        let error = await #expect(throws: PluginError.self) { try await sending.value }
        #expect(error?.code == .timedOut)
        #expect(error?.message.contains(server.url("/silence").absoluteString) == true)
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test("each byte starts the idle timeout anew; the total timeout goes on")
    func totalTimeout() async throws {
        let gate = try Gate()
        server.route("/drip", .text("abcdefgh").gated(1, by: gate))
        let transport = URLSessionTransport(clock: clock)
        let body = try await send("/drip", by: transport, idle: 15, total: 40).value.body
        var chunks = body.makeAsyncIterator()
        for letter in "abc" {
            clock.advance(by: .seconds(10))
            gate.pass()
            #expect(try await chunks.next() == Data("\(letter)".utf8))
        }
        let reading = Task { [chunks] in
            var chunks = chunks
            return try await chunks.next()
        }
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(10))
        let error = await #expect(throws: PluginError.self) { try await reading.value }
        #expect(error?.message.contains("40.0 seconds") == true)
    }

    @Test("waiting for a slot counts towards the total timeout and not towards the idle one")
    func waitingForASlot() async throws {
        let gate = try Gate()
        server.route("/held", .text("done").held(by: gate))
        let transport = URLSessionTransport(connectionsPerHost: 1, clock: clock)
        let first = send("/held", by: transport, idle: 1000)
        try await server.waitForRequests(1)
        let (patient, impatient) = (send("/held", by: transport), send("/held", by: transport, total: 20))
        try await clock.waitForSleepers(3)
        clock.advance(by: .seconds(20))
        let error = await #expect(throws: PluginError.self) { try await impatient.value }
        #expect(error?.code == .timedOut)
        gate.open()
        #expect(try await first.value.response.statusCode == 200)
        #expect(try await patient.value.response.statusCode == 200)
        #expect(server.requests.count == 2)
    }
}

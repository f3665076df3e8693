import Foundation
import KingfisherCore
import KingfisherCurlTransport
import KingfisherTestKit
import Testing

@Suite("CurlTransport under cancellation", .timeLimit(.minutes(2)))
struct CancellationStressTests {
    private static let count = 2000
    private static let body = Data(repeating: 7, count: 20_000)

    private enum Ending: Equatable {
        case whole, cancelled
    }

    private let server: ScriptedServer

    init() throws {
        server = try ScriptedServer()
        for number in 0..<Self.count {
            server.route("/\(number)", .bytes(Self.body).chunked(size: 4000))
        }
    }

    private func load(_ number: Int, by transport: CurlTransport) async throws -> Ending {
        do {
            var received = Data()
            let request = TransportRequest(url: server.url("/\(number)"))
            for try await chunk in try await transport.send(request).body { received.append(chunk) }
            #expect(received == Self.body)
            return .whole
        } catch is CancellationError {
            return .cancelled
        }
    }

    /// Queues all loads, then cancels the victims with a few yields between them, so that each is somewhere else:
    /// waiting, sent, answered, half read, over.
    private func endings(
        cancelling victims: [Int], with random: inout RepeatableRandom
    ) async throws -> [Ending] {
        let transport = CurlTransport()
        let tasks = (0..<Self.count).map { number in Task { try await load(number, by: transport) } }
        for victim in victims {
            for _ in 0..<Int.random(in: 0..<30, using: &random) { await Task.yield() }
            tasks[victim].cancel()
        }
        var endings: [Ending] = []
        for task in tasks { endings.append(try await task.value) }
        return endings
    }

    @Test("of two thousand queued loads 1800 are cancelled at random moments; each ends once")
    func manyCancelledAtRandomMoments() async throws {
        var random = RepeatableRandom(seed: 2000)
        let victims = Array((0..<Self.count).shuffled(using: &random).prefix(Self.count * 9 / 10))
        let filesBefore = try LifetimeTests.openFiles()
        let start = ContinuousClock.now
        let endings = try await endings(cancelling: victims, with: &random)
        #expect(ContinuousClock.now - start < .seconds(20))

        let cancellable = Set(victims)
        for (number, ending) in endings.enumerated() where !cancellable.contains(number) {
            #expect(ending == .whole)
        }
        #expect(endings.contains(.cancelled))
        let requests = server.requests
        #expect(Set(requests.map(\.path)).count == requests.count, "something was asked for twice")
        #expect(requests.count >= endings.count { $0 == .whole })

        try await server.waitForOpenConnections(atMost: 0)
        while try LifetimeTests.threads() > 0 { await Task.yield() }
        #expect(try LifetimeTests.openFiles() < filesBefore + 20)
    }
}

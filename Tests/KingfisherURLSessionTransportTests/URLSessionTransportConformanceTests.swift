import KingfisherTestKit
import KingfisherURLSessionTransport
import Testing

@Suite("URLSessionTransport conforms", .timeLimit(.minutes(2)))
struct URLSessionTransportConformanceTests {
    @Test("as every transport has to", arguments: TransportConformance.checks)
    func conformance(check: TransportConformance.Check) async throws {
        try await check.run(on: URLSessionTransport())
    }
}

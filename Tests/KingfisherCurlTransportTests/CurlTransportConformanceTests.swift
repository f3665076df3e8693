import KingfisherCurlTransport
import KingfisherTestKit
import Testing

@Suite("CurlTransport conforms", .timeLimit(.minutes(2)))
struct CurlTransportConformanceTests {
    @Test("as every transport has to", arguments: TransportConformance.checks)
    func conformance(check: TransportConformance.Check) async throws {
        try await check.run(on: CurlTransport())
    }
}

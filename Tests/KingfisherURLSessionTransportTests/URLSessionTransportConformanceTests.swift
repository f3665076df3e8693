import KingfisherTestKit
import KingfisherURLSessionTransport
import Testing

@Suite("URLSessionTransport conforms", .timeLimit(.minutes(2)))
struct URLSessionTransportConformanceTests {
    /// What Foundation on Linux does not let it pass: see "Faults of Foundation" in docs/differences.md.
    private static let exceptions: Set = [
        "A server that hangs up within the head is an error",
        "Header fields of any nearly legal form are taken",
        "A body that nobody reads is not taken in without bound",
    ]

    @Test(
        "as every transport has to, but for what is said",
        arguments: TransportConformance.checks(except: exceptions))
    func conformance(check: TransportConformance.Check) async throws {
        try await check.run(on: URLSessionTransport())
    }
}

import Foundation
import KingfisherCore
import KingfisherTestKit
import Testing

@testable import KingfisherPipeline

@Suite("Delays between attempts", .timeLimit(.minutes(1)))
struct DelayRetryStrategyTests {
    private let url = URL(filePath: "/picture.png")

    @Test("Seconds stay, accumulated seconds add up, a closure decides")
    func intervals() {
        let counts = 0..<4
        #expect(counts.map(DelayRetryStrategy.Interval.seconds(3).timeInterval) == [3, 3, 3, 3])
        #expect(counts.map(DelayRetryStrategy.Interval.accumulated(3).timeInterval) == [3, 6, 9, 12])
        let halves = DelayRetryStrategy.Interval.custom { Double($0) / 2 }
        #expect(counts.map(halves.timeInterval) == [0, 0.5, 1, 1.5])
    }

    @Test("Exponential waits are spread from nothing to twice the former, up to the limit")
    func exponential() {
        let interval = DelayRetryStrategy.Interval.exponential(first: 1, limit: 5)
        for (count, most) in [(0, 1.0), (1, 2), (2, 4), (3, 5), (5000, 5)] {
            let waits = (0..<500).map { _ in interval.timeInterval(for: count) }
            #expect(waits.allSatisfy { (0...most).contains($0) })
            // Of 500 even draws, none in the lowest or the highest tenth would be a chance of 1e-22.
            #expect(waits.contains { $0 < most / 10 } && waits.contains { $0 > most * 0.9 })
        }
    }

    @Test("Intervals that are no waits are none", arguments: [-1, .nan, -Double.infinity])
    func hostileInterval(seconds: TimeInterval) {
        #expect(DelayRetryStrategy.Interval.seconds(seconds).timeInterval(for: 1) == 0)
        #expect(DelayRetryStrategy.Interval.exponential(first: seconds, limit: 3).timeInterval(for: 1) == 0)
        #expect(DelayRetryStrategy.Interval.custom { _ in .infinity }.timeInterval(for: 1) == 1e9)
    }

    @Test(
        "Retry-After is read as RFC 9110 writes it",
        arguments: [
            ("120", 120), ("0", 0), (" 7 ", 7), ("Sun, 06 Nov 1994 08:49:37 GMT", 37),
            ("Sun, 06 Nov 1994 08:00:00 GMT", 0), ("-1", nil), ("soon", nil), ("", nil), ("1.5", nil),
        ] as [(String, TimeInterval?)])
    func retryAfter(text: String, seconds: TimeInterval?) {
        // date -u -d '1994-11-06 08:49:00' +%s
        let now = Date(timeIntervalSince1970: 784_111_740)
        #expect(RetryAfter(["retry-after": text])?.seconds(from: now) == seconds)
    }

    @Test("The longer of interval and Retry-After is waited for")
    func waitsForServer() async throws {
        let clock = ManualClock()
        let strategy = DelayRetryStrategy(
            maxRetryCount: 1, retryInterval: .seconds(3), clock: clock, now: clock.dateSource)
        async let decision = strategy.decision(for: context(status: 503, headers: ["Retry-After": "10"]))
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(9))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        guard case .retry = try await decision else {
            Issue.record("the strategy stopped")
            return
        }
    }

    @Test("A server that asks for more than the longest wait, a used up count and other errors stop at once")
    func stops() async throws {
        let strategy = DelayRetryStrategy(maxRetryCount: 2, retryInterval: .seconds(0))
        let patient = context(status: 503, headers: ["Retry-After": "61"])
        let forEver = context(status: 429, headers: ["Retry-After": String(repeating: "9", count: 400)])
        let usedUp = RetryContext(
            source: .network(url), error: patient.error, earlierErrors: [patient.error, patient.error])
        let cancelled = RetryContext(
            source: .network(url), error: .responseError(reason: .URLSessionError(error: CancellationError()))
        )
        let missing = RetryContext(
            source: .network(url), error: .cacheError(reason: .imageNotExisting(key: "key")))
        for context in [patient, forEver, usedUp, cancelled, missing] {
            guard case .stop = try await strategy.decision(for: context) else {
                Issue.record("tried again after \(context.error)")
                continue
            }
        }
    }

    private func context(status: Int, headers: HTTPHeaders) -> RetryContext {
        let response = TransportResponse(url: url, statusCode: status, headers: headers)
        return RetryContext(
            source: .network(url), error: .responseError(reason: .invalidHTTPStatusCode(response: response)))
    }
}

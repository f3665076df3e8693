import Foundation
import KingfisherTestKit
import Testing

@Suite("The manual clock", .timeLimit(.minutes(1)))
struct ManualClockTests {
    private let clock = ManualClock(start: Date(timeIntervalSince1970: 1_000_000))

    @Test("a sleep ends when the clock reaches its deadline, and not before")
    func sleep() async throws {
        let clock = clock
        let (woken, sink) = AsyncStream.makeStream(of: Int.self)
        let tasks = [3, 1, 2].map { seconds in
            Task {
                try await clock.sleep(for: .seconds(seconds))
                sink.yield(seconds)
            }
        }
        var wakings = woken.makeAsyncIterator()
        try await clock.waitForSleepers(3)
        clock.advance(by: .milliseconds(999))
        #expect(clock.sleeperCount == 3)
        clock.advance(by: .milliseconds(1))
        #expect(await wakings.next() == 1)
        clock.advance(by: .seconds(1))
        #expect(await wakings.next() == 2)
        clock.advance(by: .seconds(100))
        #expect(await wakings.next() == 3)
        for task in tasks { try await task.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test("a deadline that is past does not sleep")
    func pastDeadline() async throws {
        clock.advance(by: .seconds(5))
        try await clock.sleep(until: .init(sinceStart: .seconds(5)))
        try await clock.sleep(for: .seconds(-1))
    }

    @Test("a cancelled sleep ends at once")
    func cancellation() async throws {
        let clock = clock
        let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
        try await clock.waitForSleepers()
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test("the date follows the clock, and jumps alone")
    func date() {
        let source = clock.dateSource
        #expect(source() == Date(timeIntervalSince1970: 1_000_000))
        clock.advance(by: .milliseconds(1500))
        #expect(source() == Date(timeIntervalSince1970: 1_000_001.5))
        clock.jumpDate(by: .seconds(-3600))
        #expect(source() == Date(timeIntervalSince1970: 996_401.5))
        #expect(clock.now == ManualClock.Instant(sinceStart: .milliseconds(1500)))
    }

    @Test("it measures as any clock does")
    func measure() {
        let taken = clock.measure { clock.advance(by: .seconds(7)) }
        #expect(taken == .seconds(7))
    }
}

public import Foundation

/// A clock that stands still until a test moves it, in two forms.
///
/// As a Swift `Clock` it serves code that sleeps: `sleep(until:)` resumes when `advance(by:)` reaches the deadline. For
/// code that asks for the date there is `date`, and `dateSource` as a closure. `jumpDate(by:)` moves the date
/// alone, as an administrator or a time server does, while sleeps stay as they are. Safe to use from any task.
public final class ManualClock: Clock {
    /// A point on a manual clock, counted from the clock's making.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public let sinceStart: Duration

        /// Makes the instant that is so long after the clock's making.
        public init(sinceStart: Duration) {
            self.sinceStart = sinceStart
        }

        /// The instant that is so much later.
        public func advanced(by duration: Duration) -> Instant {
            Instant(sinceStart: sinceStart + duration)
        }

        /// The time from this instant to the other.
        public func duration(to other: Instant) -> Duration {
            other.sinceStart - sinceStart
        }

        /// Whether the one instant is before the other.
        public static func < (one: Instant, other: Instant) -> Bool {
            one.sinceStart < other.sinceStart
        }
    }

    private struct State: CustomStringConvertible {
        var elapsed = Duration.zero
        var dateOffset = Duration.zero
        var sleeperCount = 0
        var description: String { "\(elapsed) elapsed, \(sleeperCount) asleep" }
    }

    private let start: Date
    private let state = WatchedState(State())

    /// Makes a clock whose date stands at `start`: 2001-01-01 00:00 UTC where none is given.
    public init(start: Date = Date(timeIntervalSinceReferenceDate: 0)) {
        self.start = start
    }

    /// The present instant.
    public var now: Instant { Instant(sinceStart: state.value.elapsed) }

    /// The smallest step that the clock can make.
    public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

    /// The present date: the start, what the clock was advanced by, and what the date was made to jump by.
    public var date: Date {
        let state = state.value
        let (seconds, attoseconds) = (state.elapsed + state.dateOffset).components
        return start.addingTimeInterval(Double(seconds) + Double(attoseconds) * 1e-18)
    }

    /// The present date as a closure, for code that takes its idea of now by injection.
    public var dateSource: @Sendable () -> Date {
        { self.date }
    }

    /// Moves the clock on and resumes the sleeps whose time has come. A negative duration is a programming error.
    public func advance(by duration: Duration) {
        precondition(duration >= .zero, "a clock does not run backwards; jumpDate(by:) moves the date alone")
        state.update { $0.elapsed += duration }
    }

    /// Moves the date, forwards or backwards, without waking anybody.
    public func jumpDate(by duration: Duration) {
        state.update { $0.dateOffset += duration }
    }

    /// Sleeps until the clock has been advanced to the deadline; throws `CancellationError` on cancellation.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        state.update { $0.sleeperCount += 1 }
        defer { state.update { $0.sleeperCount -= 1 } }
        try await state.wait { $0.elapsed >= deadline.sinceStart }
    }

    /// How many tasks are asleep on this clock.
    public var sleeperCount: Int { state.value.sleeperCount }

    /// Returns once so many tasks are asleep, so that an advance reaches them; throws `TestKitFailure` after `limit`.
    public func waitForSleepers(_ count: Int = 1, upTo limit: Duration = .seconds(10)) async throws {
        try await state.wait(upTo: limit, for: "\(count) tasks to fall asleep") { $0.sleeperCount >= count }
    }
}

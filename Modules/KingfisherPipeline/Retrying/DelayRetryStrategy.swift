public import Foundation
import KingfisherCore

/// Tries a load again after a while, a limited number of times.
///
/// Errors of the response are tried again, whether of the server or of the network; all others stop. A wait that the
/// server asks for by `Retry-After` (RFC 9110, section 10.2.3) is kept where it is longer than the interval.
public struct DelayRetryStrategy: RetryStrategy {
    /// How long to wait before each attempt, in seconds.
    public enum Interval: Sendable {
        /// Always so long.
        case seconds(TimeInterval)
        /// So long, then twice, three times as long.
        case accumulated(TimeInterval)
        /// Anything from nothing to `first`, then to twice, four times that, but at most `limit`.
        ///
        /// Chance keeps clients that failed together from coming back together ("full jitter": M. Brooker, Exponential
        /// Backoff and Jitter, 2015).
        case exponential(first: TimeInterval, limit: TimeInterval)
        /// What the block makes of the number of attempts tried again so far.
        case custom(block: @Sendable (_ retriedCount: Int) -> TimeInterval)

        /// Seconds to wait after so many attempts tried again: 0 to 1e9, whatever was given.
        public func timeInterval(for retriedCount: Int) -> TimeInterval {
            let seconds =
                switch self {
                case .seconds(let seconds): seconds
                case .accumulated(let seconds): Double(retriedCount + 1) * seconds
                case .exponential(let first, let limit):
                    Self.chance(upTo: min(first * exp2(Double(retriedCount)), limit))
                case .custom(let block): block(retriedCount)
                }
            return Self.bounded(seconds)
        }

        private static func chance(upTo limit: TimeInterval) -> TimeInterval {
            TimeInterval.random(in: 0...bounded(limit))
        }

        /// Not a number counts as nothing.
        private static func bounded(_ seconds: TimeInterval) -> TimeInterval {
            seconds > 0 ? min(seconds, 1e9) : 0
        }
    }

    /// How often a load is tried again at most.
    public let maxRetryCount: Int
    /// How long to wait before each attempt.
    public let retryInterval: Interval
    /// The longest `Retry-After` that is waited for, in seconds; a load whose server asks for more fails at once.
    public let longestRetryAfter: TimeInterval
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date

    /// Makes a strategy.
    /// - Parameters:
    ///   - maxRetryCount: How often a load is tried again at most.
    ///   - retryInterval: How long to wait before each attempt.
    ///   - longestRetryAfter: The longest `Retry-After` that is waited for, in seconds.
    public init(
        maxRetryCount: Int, retryInterval: Interval = .seconds(3), longestRetryAfter: TimeInterval = 60
    ) {
        self.init(
            maxRetryCount: maxRetryCount, retryInterval: retryInterval, longestRetryAfter: longestRetryAfter,
            clock: ContinuousClock(), now: { Date() })
    }

    /// Makes a strategy that waits on a clock of one's own.
    init(
        maxRetryCount: Int, retryInterval: Interval, longestRetryAfter: TimeInterval = 60,
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Date
    ) {
        self.maxRetryCount = maxRetryCount
        self.retryInterval = retryInterval
        self.longestRetryAfter = longestRetryAfter
        self.clock = clock
        self.now = now
    }

    /// Waits in a task of its own, then calls back.
    public func retry(context: RetryContext, retryHandler: @escaping @Sendable (RetryDecision) -> Void) {
        Task { retryHandler((try? await decision(for: context)) ?? .stop) }
    }

    /// Waits, then decides.
    /// - Throws: `CancellationError` when the calling task is cancelled meanwhile.
    public func decision(for context: RetryContext) async throws -> RetryDecision {
        guard context.retriedCount < maxRetryCount, !context.error.isTaskCancelled,
            case .responseError(let reason) = context.error
        else { return .stop }
        var wait = retryInterval.timeInterval(for: context.retriedCount)
        if case .invalidHTTPStatusCode(let response) = reason,
            let asked = RetryAfter(response.headers)?.seconds(from: now())
        {
            guard asked <= longestRetryAfter else { return .stop }
            wait = max(wait, asked)
        }
        if wait > 0 { try await clock.sleep(for: .seconds(wait)) }
        return .retry(userInfo: context.userInfo)
    }
}

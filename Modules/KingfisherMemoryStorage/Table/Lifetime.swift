internal import Foundation
internal import KingfisherCore

/// Seconds since Foundation's reference date.
typealias Instant = Double

extension Instant {
    /// The system's clock as of its last tick, which takes a fifth of the time of the exact one to read: each hit does.
    static var now: Instant {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return Double(time.tv_sec) - Date.timeIntervalBetween1970AndReferenceDate + Double(time.tv_nsec) / 1e9
    }
}

/// How long a value was meant to live, and until when it does.
struct Lifetime: Sendable {
    private let expiration: StorageExpiration
    private var end: Instant

    /// Starts a lifetime; nil when it would be over at once.
    init?(_ expiration: StorageExpiration, from now: Instant) {
        self.expiration = expiration
        self.end = Self.end(of: expiration, from: now)
        // Spelled so that an end that is not a number counts as over.
        guard end > now else { return nil }
    }

    /// Whether it is over; it is at the very instant it ends.
    func isOver(at now: Instant) -> Bool { end <= now }

    /// Lets the value live on.
    mutating func extend(_ extending: ExpirationExtending, at now: Instant) {
        switch extending {
        case .none: break
        case .cacheTime: end = Self.end(of: expiration, from: now)
        case .expirationTime(let other): end = Self.end(of: other, from: now)
        }
    }

    private static func end(of expiration: StorageExpiration, from now: Instant) -> Instant {
        // The two usual cases without a detour through Date.
        switch expiration {
        case .never: return .infinity
        case .seconds(let seconds): return now + seconds
        default:
            let start = Date(timeIntervalSinceReferenceDate: now)
            return expiration.expirationDate(since: start)?.timeIntervalSinceReferenceDate ?? .infinity
        }
    }
}

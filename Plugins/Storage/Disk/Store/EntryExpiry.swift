internal import Foundation
internal import KingfisherCore

/// When a value expires, in the terms of its file.
struct EntryExpiry: Sendable {
    /// What the trailer says.
    let lifetime: Trailer.Lifetime
    /// What the modification time says.
    let time: FileTime

    /// The expiry of a value stored or extended at a moment.
    init(_ expiration: StorageExpiration, from now: Date) {
        guard let date = expiration.expirationDate(since: now), date.timeIntervalSince1970 != .infinity else {
            lifetime = .never
            time = .farFuture
            return
        }
        time = FileTime(date)
        switch expiration {
        case .seconds, .days:
            let milliseconds = date.timeIntervalSince(now) * 1000
            lifetime = .sliding(
                milliseconds: milliseconds < 1e15 ? Int64(max(milliseconds, 0)) : 1_000_000_000_000_000)
        case .never, .date, .expired:
            lifetime = .fixed
        }
    }

    /// Whether it is over; it is at the very instant.
    func isOver(at now: Date) -> Bool { time <= FileTime(now) }

    /// The modification time of a file that is read; nil to leave it.
    static func extended(_ lifetime: Trailer.Lifetime, by extending: ExpirationExtending, at now: Date)
        -> FileTime?
    {
        switch (extending, lifetime) {
        case (.none, _), (.cacheTime, .never), (.cacheTime, .fixed): nil
        case (.cacheTime, .sliding(let milliseconds)):
            FileTime(now.addingTimeInterval(Double(milliseconds) / 1000))
        case (.expirationTime(let expiration), _): EntryExpiry(expiration, from: now).time
        }
    }
}

public import Foundation

/// How long a stored value stays valid.
public enum StorageExpiration: Hashable, Sendable {
    /// For ever.
    case never
    /// So many seconds from the moment of storing.
    case seconds(TimeInterval)
    /// So many days of 86,400 seconds from the moment of storing.
    case days(Int)
    /// Until a moment.
    case date(Date)
    /// Not at all: storing is refused silently.
    case expired

    /// The moment the value stops being valid, nil for never.
    /// - Parameter start: The moment of storing.
    public func expirationDate(since start: Date) -> Date? {
        switch self {
        case .never: nil
        case .seconds(let seconds): start.addingTimeInterval(seconds)
        case .days(let days): start.addingTimeInterval(Double(days) * 86_400)
        case .date(let date): date
        case .expired: .distantPast
        }
    }

    /// Whether a value stored at `start` is invalid at once.
    public func isExpired(at start: Date) -> Bool {
        guard let date = expirationDate(since: start) else { return false }
        return date <= start
    }
}

/// What reading a value does to its expiration.
public enum ExpirationExtending: Hashable, Sendable {
    /// Nothing.
    case none
    /// The value lives as long again as it was given when stored.
    case cacheTime
    /// The value lives as long from now as given.
    case expirationTime(StorageExpiration)
}

/// A value that knows roughly how many bytes it holds.
public protocol CacheCostCalculable {
    /// Bytes held in memory.
    var cacheCost: Int { get }
}

/// A value that can be written to a file and read back.
public protocol DataTransformable {
    /// The bytes to write.
    func toData() throws -> Data
    /// The value from bytes that were written.
    static func fromData(_ data: Data) throws -> Self
    /// A value that stands for "something is there" when only existence was asked.
    static var empty: Self { get }
}

extension Data: DataTransformable {
    /// The bytes themselves.
    public func toData() -> Data { self }
    /// The bytes themselves.
    public static func fromData(_ data: Data) -> Data { data }
    /// No bytes.
    public static var empty: Data { Data() }
}

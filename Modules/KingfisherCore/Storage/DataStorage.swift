public import Foundation

/// Stored bytes by key: one tier behind the memory cache.
///
/// Safe to use from several tasks, and from several processes where they share what is beneath. A reader sees a
/// whole value or none. Every conformer passes `StorageConformance` of KingfisherTestKit.
public protocol DataStorage: Sendable {
    /// Names the tier, for results and messages, for example `disk`.
    var id: String { get }

    /// Reads a value that has not expired; nil when there is none.
    /// - Throws: `PluginError` when the storage cannot be read. A damaged entry is removed and counts as none.
    func value(for key: StorageKey, extending: ExpirationExtending) async throws -> StoredData?

    /// Stores a value in place of an older one, or not at all.
    /// - Parameter expiration: The storage's own default when nil.
    /// - Throws: `PluginError`, for example with `.noSpace` or `.readOnly`; the older value is then intact.
    func store(_ value: StoredData, for key: StorageKey, expiration: StorageExpiration?) async throws

    /// Removes a value; succeeds when there is none.
    func remove(_ key: StorageKey) async throws

    /// Whether a value is there that has not expired. Does not extend its life.
    func contains(_ key: StorageKey) async -> Bool

    /// Removes everything.
    func removeAll() async throws

    /// Removes what has expired and what exceeds a size limit.
    /// - Returns: The names of the removed entries, as the storage calls them.
    func removeExpired() async throws -> [String]

    /// Counts entries and bytes.
    func statistics() async throws -> StorageStatistics
}

/// A storage on this machine that can also answer at once, at the price of a system call on the caller's thread.
public protocol LocalDataStorage: DataStorage {
    /// The file a value lies in, or would lie in.
    func fileURL(for key: StorageKey) -> URL

    /// Whether a value is there that has not expired.
    func isStored(_ key: StorageKey) -> Bool

    /// Reads a value as `value(for:extending:)` does.
    func storedValue(for key: StorageKey, extending: ExpirationExtending) throws -> StoredData?
}

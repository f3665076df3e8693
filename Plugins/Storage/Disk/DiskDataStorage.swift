public import Foundation
public import KingfisherCore

/// The disk storage as a tier of a cache: bytes by key, on threads that may wait for the disk.
public struct DiskDataStorage: LocalDataStorage, VariantStorage {
    /// The id of every disk storage, `disk`.
    public let id = PluginError.diskID
    /// The same folder with synchronous methods, its configuration, and what lists and verifies it.
    public let backend: DiskStorage.Backend<Data>

    /// A tier on a folder that is already open.
    public init(_ backend: DiskStorage.Backend<Data>) {
        self.backend = backend
    }

    /// Opens the folder and makes it where it is missing.
    /// - Throws: As `DiskStorage.Backend.init(config:now:)` does.
    public init(config: DiskStorage.Config, now: @escaping @Sendable () -> Date = { Date() }) throws {
        self.init(try DiskStorage.Backend(config: config, now: now))
    }

    private var files: DiskStore { backend.files }

    private func address(_ key: StorageKey) -> DiskStore.Address {
        files.address(key.combined, forcedExtension: key.fileExtension)
    }

    /// Reads a value; nil when there is none. One that has expired is removed and counts as none. Most misses are
    /// answered without a thread hop or a system call.
    /// - Throws: `PluginError` with `.ioFailed`, or `CancellationError`.
    public func value(for key: StorageKey, extending: ExpirationExtending) async throws -> StoredData? {
        let (files, address) = (files, address(key))
        if files.index.isSurelyAbsent(address.hash) { return nil }
        return try await WorkPool.fileAccess.run { try files.read(address, extending: extending) }
    }

    /// Stores a value in place of an older one; see `DiskStorage.Backend` for what is not stored.
    /// - Throws: `PluginError` with `.noSpace`, `.readOnly` or `.ioFailed`; an older value is then intact.
    public func store(
        _ value: StoredData, for key: StorageKey, expiration: StorageExpiration?
    ) async throws {
        let (files, address) = (files, address(key))
        try await WorkPool.fileAccess.run {
            try files.store(value, at: address, cacheKey: key.cacheKey, expiration: expiration)
        }
    }

    /// Removes a value; succeeds when there is none.
    /// - Throws: `PluginError` with `.readOnly` or `.ioFailed`.
    public func remove(_ key: StorageKey) async throws {
        let (files, address) = (files, address(key))
        try await WorkPool.fileAccess.run { try files.remove(address) }
    }

    /// Whether a value is there that has not expired. Does not extend its life.
    public func contains(_ key: StorageKey) async -> Bool {
        let (files, address) = (files, address(key))
        if files.index.isSurelyAbsent(address.hash) { return false }
        let isThere = try? await WorkPool.fileAccess.run { files.contains(address, at: files.now()) }
        return isThere ?? false
    }

    /// Removes all values and leaves what is not ours.
    /// - Throws: `PluginError` with the first failure, after everything else was removed.
    public func removeAll() async throws {
        let files = files
        try await WorkPool.fileAccess.run { try files.removeAll() }
    }

    /// Removes the original of a source and whatever processors made of it. Looks at every file of the folder.
    public func removeAll(variantsOf cacheKey: String) async throws -> [String] {
        let files = files
        return try await WorkPool.fileAccess.run { try files.removeVariants(of: cacheKey) }
    }

    /// Removes what has expired, then what exceeds the size limit.
    /// - Returns: The names of the removed files.
    public func removeExpired() async throws -> [String] {
        let files = files
        return try await WorkPool.fileAccess.run { try files.removeExpired() + files.removeSizeExceeded() }
    }

    /// Counts values, expired ones included, and the bytes of their files.
    public func statistics() async throws -> StorageStatistics {
        let files = files
        return try await WorkPool.fileAccess.run { try files.statistics() }
    }

    /// The file a value lies in, or would lie in.
    public func fileURL(for key: StorageKey) -> URL {
        files.url(address(key).name)
    }

    /// Whether a value is there that has not expired.
    public func isStored(_ key: StorageKey) -> Bool {
        files.contains(address(key), at: files.now())
    }

    /// Reads a value as `value(for:extending:)` does, on the caller's thread.
    public func storedValue(for key: StorageKey, extending: ExpirationExtending) throws -> StoredData? {
        try files.read(address(key), extending: extending)
    }
}

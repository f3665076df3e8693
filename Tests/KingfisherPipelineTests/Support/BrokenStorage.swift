import KingfisherCore

/// A tier that cannot be asked.
struct BrokenStorage: DataStorage {
    let id = "broken"
    private var error: PluginError {
        PluginError(.ioFailed, pluginID: id, message: "The tier is out of order.")
    }

    func value(for key: StorageKey, extending: ExpirationExtending) async throws -> StoredData? {
        throw error
    }
    func store(_ value: StoredData, for key: StorageKey, expiration: StorageExpiration?) async throws {
        throw error
    }
    func remove(_ key: StorageKey) async throws { throw error }
    func contains(_ key: StorageKey) async -> Bool { false }
    func removeAll() async throws { throw error }
    func removeExpired() async throws -> [String] { throw error }
    func statistics() async throws -> StorageStatistics { throw error }
}

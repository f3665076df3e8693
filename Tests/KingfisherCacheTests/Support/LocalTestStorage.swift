import Foundation
import KingfisherCore

/// A tier that pretends to keep files on this machine.
final class LocalTestStorage: LocalDataStorage {
    let base = DictionaryStorage("disk")
    var id: String { base.id }

    func fileURL(for key: StorageKey) -> URL {
        let name = key.combined.utf8.map { String($0, radix: 16) }.joined()
        let file = URL(filePath: "/cache").appending(path: name)
        return key.fileExtension.map { file.appendingPathExtension($0) } ?? file
    }

    func isStored(_ key: StorageKey) -> Bool { base.keys.contains(key) }

    func storedValue(for key: StorageKey, extending: ExpirationExtending) throws -> StoredData? {
        base.entry(key)?.value
    }

    func value(for key: StorageKey, extending: ExpirationExtending) async throws -> StoredData? {
        try await base.value(for: key, extending: extending)
    }

    func store(_ value: StoredData, for key: StorageKey, expiration: StorageExpiration?) async throws {
        try await base.store(value, for: key, expiration: expiration)
    }

    func remove(_ key: StorageKey) async throws { try await base.remove(key) }
    func contains(_ key: StorageKey) async -> Bool { await base.contains(key) }
    func removeAll() async throws { try await base.removeAll() }
    func removeExpired() async throws -> [String] { try await base.removeExpired() }
    func statistics() async throws -> StorageStatistics { try await base.statistics() }
}

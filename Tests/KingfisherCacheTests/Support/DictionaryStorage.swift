import Foundation
import KingfisherCore
import Synchronization

/// A tier in memory that can be told to fail and that notes what is asked of it.
final class DictionaryStorage: DataStorage {
    struct Entry {
        var value: StoredData
        var expiration: StorageExpiration?
    }

    private struct State {
        var entries: [StorageKey: Entry] = [:]
        var failsReading = false
        var failsWriting = false
        var calls: [String] = []
    }

    static let failure = PluginError(.ioFailed, pluginID: "dictionary", message: "The tier is out of order.")

    let id: String
    /// Where storing waits, when it is to.
    let storeGate: AsyncGate?
    private let state = Lock(State())

    init(_ id: String, storeGate: AsyncGate? = nil) {
        self.id = id
        self.storeGate = storeGate
    }

    var keys: Set<StorageKey> { state.withLock { Set($0.entries.keys) } }
    var calls: [String] { state.withLock { $0.calls } }
    func entry(_ key: StorageKey) -> Entry? { state.withLock { $0.entries[key] } }
    func put(_ value: StoredData, _ key: StorageKey) {
        state.withLock { $0.entries[key] = Entry(value: value, expiration: nil) }
    }
    func failReading(_ fails: Bool = true) { state.withLock { $0.failsReading = fails } }
    func failWriting(_ fails: Bool = true) { state.withLock { $0.failsWriting = fails } }

    private func note(_ call: String, writes: Bool) throws {
        let fails = state.withLock { state in
            state.calls.append(call)
            return writes ? state.failsWriting : state.failsReading
        }
        if fails { throw Self.failure }
    }

    func value(for key: StorageKey, extending: ExpirationExtending) async throws -> StoredData? {
        try note("value \(key.combined) \(extending)", writes: false)
        return entry(key)?.value
    }

    func store(_ value: StoredData, for key: StorageKey, expiration: StorageExpiration?) async throws {
        await storeGate?.pass()
        try note("store \(key.combined)", writes: true)
        state.withLock { $0.entries[key] = Entry(value: value, expiration: expiration) }
    }

    func remove(_ key: StorageKey) async throws {
        try note("remove \(key.combined)", writes: true)
        state.withLock { $0.entries[key] = nil }
    }

    func contains(_ key: StorageKey) async -> Bool {
        state.withLock { $0.entries[key] != nil && !$0.failsReading }
    }

    func removeAll() async throws {
        try note("removeAll", writes: true)
        state.withLock { $0.entries = [:] }
    }

    /// Takes everything stored as `.expired` for expired.
    func removeExpired() async throws -> [String] {
        try note("removeExpired", writes: true)
        return state.withLock { state in
            let expired = state.entries.filter { $0.value.expiration == .expired }.map(\.key)
            for key in expired { state.entries[key] = nil }
            return expired.map { "\(id):\($0.combined)" }
        }
    }

    func statistics() async throws -> StorageStatistics {
        try note("statistics", writes: false)
        return state.withLock { state in
            let bytes = state.entries.values.reduce(0) { $0 + $1.value.data.count }
            return StorageStatistics(entryCount: state.entries.count, byteCount: bytes)
        }
    }
}

/// A gate that tasks wait at until it is opened.
final class AsyncGate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Lock(State())
    let arrivals = Tally()

    func pass() async {
        arrivals.add()
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// Values that were evicted, or not admitted, while somebody held them: how to find them as long as that lasts.
struct HeldValues: Sendable {
    /// How to find a value that left.
    struct Entry: Sendable {
        /// What was known of it.
        var known: CacheIndex.Entry
        /// The value, boxed anew, if it still exists. Foreign code: not to be called under a lock.
        var find: @Sendable () -> MemoryState.Value?
        /// What `changes` was when the value left.
        var changes: Int
    }

    private var entries: [String: Entry] = [:]
    /// Counts what could make a value that is not in the storage, and not here, an old one.
    private(set) var changes = 0
    private var prunedAbove = 64

    /// Takes out how to find a value.
    mutating func take(_ key: String) -> Entry? {
        guard !entries.isEmpty, var entry = entries.removeValue(forKey: key) else { return nil }
        entry.changes = changes
        return entry
    }

    /// Whether nothing happened since that would make the value an old one.
    func isCurrent(_ entry: Entry) -> Bool { entry.changes == changes }

    /// Remembers how to find a value, unless something was stored or removed since it left.
    /// - Returns: All that is remembered, when it has become much: to be looked through elsewhere, and put back.
    mutating func remember(_ arriving: Entry) -> [Entry] {
        guard isCurrent(arriving) else { return [] }
        entries[arriving.known.key] = arriving
        guard entries.count > prunedAbove else { return [] }
        let all = entries.values.map { entry in
            var entry = entry
            entry.changes = changes
            return entry
        }
        entries = [:]
        return all
    }

    /// Puts back those that still exist.
    mutating func putBack(_ existing: [Entry]) {
        prunedAbove = max(64, 2 * existing.count)
        for entry in existing where isCurrent(entry) && entries[entry.known.key] == nil {
            entries[entry.known.key] = entry
        }
    }

    /// A value of the key comes or goes.
    mutating func forget(_ key: String) {
        changes += 1
        if !entries.isEmpty { entries[key] = nil }
    }

    mutating func forgetAll() {
        changes += 1
        entries = [:]
    }
}

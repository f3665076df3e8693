internal import KingfisherCore

/// What the lock of one shard guards. Every value that leaves is returned, to be released elsewhere.
///
/// Not generic over the values, which lie in boxes: measured, looking up generic types at run time would more than
/// double the time of a hit for callers in other modules.
struct MemoryState: Sendable {
    typealias Value = any AnyObject & Sendable

    /// A value that left, with what was known of it.
    struct Departed: Sendable {
        var value: Value
        var entry: CacheIndex.Entry
        /// Whether it had to go for others, rather than because somebody said so or its time was over.
        var isEvicted: Bool
        /// What `held.changes` was when it left.
        var changes: Int
    }

    /// What came of a look-up.
    enum Finding: Sendable {
        case found(Value)
        /// The value had expired, and left.
        case expired(Value)
        /// The value was evicted; somebody may hold it still.
        indirect case evicted(HeldValues.Entry)
        case missing
    }

    private(set) var index: CacheIndex
    /// What was evicted while somebody held it.
    var held = HeldValues()
    private(set) var counts = MemoryStorage.Statistics()
    /// How long a value lives that comes without an expiration of its own.
    var expiration: StorageExpiration
    /// The values by slot.
    private var values: [Value?] = []

    init(policy: any EvictionPolicy, expiration: StorageExpiration) {
        index = CacheIndex(policy: policy)
        self.expiration = expiration
    }

    /// The counts, with the sums of now.
    var statistics: MemoryStorage.Statistics {
        var statistics = counts
        statistics.count = index.count
        statistics.cost = index.totalCost
        return statistics
    }

    func contains(_ key: String, hash: Int, at now: Instant) -> Bool {
        guard let slot = index.slot(of: key, hash: hash) else { return false }
        return !index.isExpired(slot, at: now)
    }

    mutating func value(
        for key: String, hash: Int, extending: ExpirationExtending, at now: Instant
    ) -> Finding {
        guard let slot = index.slot(of: key, hash: hash) else {
            counts.misses += 1
            return held.take(key).map { .evicted($0) } ?? .missing
        }
        if index.isExpired(slot, at: now) {
            counts.misses += 1
            return take(slot).map { .expired($0.value) } ?? .missing
        }
        counts.hits += 1
        index.touch(slot, extending: extending, at: now)
        return values[slot].map { .found($0) } ?? .missing
    }

    /// Stores a value; returns those that had to go for it.
    mutating func store(
        _ value: Value, for key: String, hash: Int, cost: Int, expiration: StorageExpiration?,
        at now: Instant
    ) -> [Departed] {
        store(
            value, key, hash, cost, Lifetime(expiration ?? self.expiration, from: now), now)
    }

    /// Takes back a value that a look-up found held elsewhere; returns those that had to go for it.
    /// - Returns: Nil when the key has another value, or anything was removed since: the value may be an old one.
    mutating func restore(
        _ value: Value, _ entry: HeldValues.Entry, extending: ExpirationExtending, at now: Instant
    ) -> [Departed]? {
        guard held.isCurrent(entry) else { return nil }
        counts.hits += 1
        counts.misses -= 1
        var known = entry.known
        known.lifetime.extend(extending, at: now)
        return store(value, known.key, known.hash, known.cost, known.lifetime, now)
    }

    private mutating func store(
        _ value: Value, _ key: String, _ hash: Int, _ cost: Int, _ lifetime: Lifetime?,
        _ now: Instant
    ) -> [Departed] {
        held.forget(key)
        // The old value goes first: two values of one key never count at once, and it cannot push out others.
        var departed: [Departed] = []
        if let slot = index.slot(of: key, hash: hash), let old = take(slot, isReplaced: true) {
            departed.append(old)
        }
        guard let lifetime else { return departed }
        let arriving = Departed(
            value: value,
            entry: CacheIndex.Entry(
                key: key, hash: hash, cost: cost, lifetime: lifetime, lastUse: now),
            isEvicted: true, changes: held.changes)
        let gone = adopt(arriving)
        // Most stores displace nothing, or one value.
        return departed.isEmpty ? gone : departed + gone
    }

    mutating func remove(_ key: String, hash: Int) -> Departed? {
        held.forget(key)
        return index.slot(of: key, hash: hash).flatMap { take($0) }
    }

    /// Starts with empty tables; returns the old ones, untouched, because taking them apart takes long.
    mutating func removeAll(policy: any EvictionPolicy) -> (values: [Value?], index: CacheIndex) {
        let removed = (values, index)
        values = []
        index = CacheIndex(policy: policy)
        held.forgetAll()
        return removed
    }

    mutating func removeExpired(at now: Instant) -> [Departed] {
        index.expiredSlots(at: now).compactMap { take($0) }
    }

    /// Sets the room and removes values until they fit.
    mutating func setRoom(_ room: Room) -> [Departed] {
        index.room = room
        var departed: [Departed] = []
        evict(forOneMoreOf: nil, into: &departed)
        return departed
    }

    /// Removes values, those that matter least first, until their costs are at most `cost`.
    mutating func shrink(to cost: Int) -> [Departed] {
        var departed: [Departed] = []
        while index.totalCost > cost, let slot = index.victim() {
            if let gone = take(slot, isEvicted: true) { departed.append(gone) }
        }
        return departed
    }

    /// Takes out everything, those that matter least first, to be put elsewhere with `adopt`; starts anew.
    mutating func drain(policy: any EvictionPolicy) -> [Departed] {
        held.forgetAll()
        var departed: [Departed] = []
        while let slot = index.victim() {
            if let gone = take(slot, isEvicted: true) { departed.append(gone) }
        }
        counts.evictions -= departed.count
        counts.admitted -= departed.count
        index = CacheIndex(policy: policy)
        values = []
        return departed
    }

    /// Puts in a value, if it may come in; returns those that had to go, or else itself: it can be found as long as
    /// somebody holds it.
    mutating func adopt(_ arriving: Departed) -> [Departed] {
        let (hash, cost) = (arriving.entry.hash, arriving.entry.cost)
        guard index.admits(hash: hash, cost: cost) else { return [arriving] }
        counts.admitted += 1
        var departed: [Departed] = []
        evict(forOneMoreOf: cost, into: &departed)
        insert(arriving.value, arriving.entry)
        return departed
    }

    private mutating func insert(_ value: Value, _ entry: CacheIndex.Entry) {
        let slot = index.insert(entry)
        if slot == values.count { values.append(value) } else { values[slot] = value }
    }

    private mutating func evict(forOneMoreOf cost: Int?, into departed: inout [Departed]) {
        while let slot = index.victim(forOneMoreOf: cost) {
            if let gone = take(slot, isEvicted: true) { departed.append(gone) }
        }
    }

    private mutating func take(_ slot: Int, isReplaced: Bool = false, isEvicted: Bool = false) -> Departed? {
        if isEvicted { counts.evictions += 1 }
        let entry = index.remove(slot, isReplaced: isReplaced)
        return values[slot].take().map {
            Departed(value: $0, entry: entry, isEvicted: isEvicted, changes: held.changes)
        }
    }
}

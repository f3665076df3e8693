internal import Dispatch
internal import KingfisherCore

/// What the lock of a memory storage guards. Every value that leaves is returned, to be released elsewhere.
///
/// Not generic over the values, which lie in boxes: measured, looking up generic types at run time would more than
/// double the time of a hit for callers in other modules.
struct MemoryState {
    typealias Value = any AnyObject & Sendable

    /// Where the sweeps of all memory storages run.
    static let sweeping = DispatchQueue(label: "kingfisher.memory-sweep", qos: .utility)

    var config: MemoryStorage.Config
    var sweeper = Sweeper()
    private(set) var index = CacheIndex<LeastRecentlyUsed>()
    /// The values by slot.
    private var values: [Value?] = []

    init(config: MemoryStorage.Config) {
        self.config = config
    }

    func contains(_ key: String, at now: Instant) -> Bool {
        guard let slot = index.slot(of: key) else { return false }
        return !index.isExpired(slot, at: now)
    }

    /// The value, or else the one that turned out to have expired.
    mutating func value(
        for key: String, extending: ExpirationExtending, at now: Instant
    ) -> (value: Value?, expired: Value?) {
        guard let slot = index.slot(of: key) else { return (nil, nil) }
        if index.isExpired(slot, at: now) { return (nil, take(slot)) }
        index.touch(slot, extending: extending, at: now)
        return (values[slot], nil)
    }

    /// Stores a value; returns those that had to go for it.
    mutating func store(
        _ value: Value, for key: String, cost: Int, expiration: StorageExpiration?, at now: Instant
    ) -> [Value] {
        // The old value goes first: two values of one key never count at once, and it cannot push out others.
        var displaced: [Value] = []
        if let old = remove(key) { displaced.append(old) }
        guard let lifetime = Lifetime(expiration ?? config.expiration, from: now),
            cost <= config.effectiveCostLimit
        else { return displaced }
        displaced += evict(
            costLimit: config.effectiveCostLimit - cost, countLimit: config.effectiveCountLimit - 1)
        let slot = index.insert(key, cost: cost, lifetime: lifetime)
        if slot == values.count { values.append(value) } else { values[slot] = value }
        return displaced
    }

    mutating func remove(_ key: String) -> Value? {
        index.slot(of: key).flatMap { take($0) }
    }

    /// Starts with empty tables; returns the old ones, untouched, because taking them apart takes long.
    mutating func removeAll() -> (values: [Value?], index: CacheIndex<LeastRecentlyUsed>) {
        let removed = (values, index)
        values = []
        index = CacheIndex()
        sweeper.stop()
        return removed
    }

    mutating func removeExpired(at now: Instant) -> [Value] {
        index.expiredSlots(at: now).compactMap { take($0) }
    }

    /// Removes values until the limits are kept.
    mutating func evict() -> [Value] {
        evict(costLimit: config.effectiveCostLimit, countLimit: config.effectiveCountLimit)
    }

    private mutating func evict(costLimit: Int, countLimit: Int) -> [Value] {
        var displaced: [Value] = []
        while let slot = index.victim(costLimit: costLimit, countLimit: countLimit) {
            if let value = take(slot) { displaced.append(value) }
        }
        return displaced
    }

    private mutating func take(_ slot: Int) -> Value? {
        index.remove(slot)
        return values[slot].take()
    }
}

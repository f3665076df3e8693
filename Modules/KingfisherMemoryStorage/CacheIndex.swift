internal import KingfisherCore

/// Knows everything about the stored values except the values: keys, costs, lifetimes, and who goes next.
///
/// Not generic over the values, so that the compiler makes it fast once for all of them.
struct CacheIndex<Policy: EvictionPolicy>: Sendable {
    private struct Entry {
        var key: String
        var cost: Int
        var lifetime: Lifetime
        var isOccupied: Bool
    }

    private var slots: [String: Int] = [:]
    private var entries: [Entry] = []
    private var vacant: [Int] = []
    private var policy = Policy()

    /// The sum of all costs.
    private(set) var totalCost = 0
    /// The number of values.
    var count: Int { slots.count }

    init() {}

    /// The slot of a key, expired or not.
    func slot(of key: String) -> Int? { slots[key] }

    /// Whether the value in a slot has expired.
    func isExpired(_ slot: Int, at now: Instant) -> Bool {
        entries[slot].lifetime.isOver(at: now)
    }

    /// Notes that a value was read.
    mutating func touch(_ slot: Int, extending: ExpirationExtending, at now: Instant) {
        entries[slot].lifetime.extend(extending, at: now)
        policy.touch(slot)
    }

    /// Puts a key into a slot: its own when it has one, else an empty one.
    mutating func insert(_ key: String, cost: Int, lifetime: Lifetime) -> Int {
        let entry = Entry(key: key, cost: cost, lifetime: lifetime, isOccupied: true)
        totalCost += cost
        if let slot = slots[key] {
            totalCost -= entries[slot].cost
            entries[slot] = entry
            policy.touch(slot)
            return slot
        }
        let slot = vacant.popLast() ?? entries.count
        if slot == entries.count { entries.append(entry) } else { entries[slot] = entry }
        slots[key] = slot
        policy.insert(slot)
        return slot
    }

    /// Empties a slot.
    mutating func remove(_ slot: Int) {
        slots[entries[slot].key] = nil
        totalCost -= entries[slot].cost
        entries[slot].key = ""
        entries[slot].isOccupied = false
        vacant.append(slot)
        policy.remove(slot)
    }

    /// The slot to empty so that the limits are kept; nil when they are.
    mutating func victim(costLimit: Int, countLimit: Int) -> Int? {
        guard totalCost > costLimit || count > countLimit else { return nil }
        return policy.victim()
    }

    /// The slots whose values have expired.
    func expiredSlots(at now: Instant) -> [Int] {
        entries.indices.filter { entries[$0].isOccupied && entries[$0].lifetime.isOver(at: now) }
    }
}

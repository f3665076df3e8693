internal import KingfisherCore

/// Knows everything about the stored values except the values: keys, costs, lifetimes, and who goes next.
///
/// Not generic over the values, so that the compiler makes it fast once for all of them.
struct CacheIndex: Sendable {
    /// What is known of a value.
    struct Entry: Sendable {
        var key: String
        var hash: Int
        var cost: Int
        var lifetime: Lifetime
        /// When it was stored or read last.
        var lastUse: Instant
        var isOccupied = true
    }

    private var table = SlotTable()
    /// By slot.
    private var entries: [Entry] = []
    private var vacant: [Int] = []
    private var policy: any EvictionPolicy

    /// The sum of all costs.
    private(set) var totalCost = 0
    /// The number of values.
    var count: Int { table.count }
    /// How much there is room for. Setting it evicts nothing.
    var room: Room {
        didSet { policy.room = room }
    }

    init(policy: any EvictionPolicy) {
        self.policy = policy
        self.room = policy.room
    }

    /// What is known of the value in an occupied slot.
    subscript(slot: Int) -> Entry { entries[slot] }

    /// The slot of a key, expired or not.
    func slot(of key: String, hash: Int) -> Int? {
        table.slot(of: hash) { entries[$0].key == key }
    }

    /// Whether the value in a slot has expired.
    func isExpired(_ slot: Int, at now: Instant) -> Bool {
        entries[slot].lifetime.isOver(at: now)
    }

    /// Notes that a value was read.
    mutating func touch(_ slot: Int, extending: ExpirationExtending, at now: Instant) {
        entries[slot].lifetime.extend(extending, at: now)
        entries[slot].lastUse = now
        policy.touch(slot)
    }

    /// Whether a value may come in.
    mutating func admits(hash: Int, cost: Int) -> Bool {
        cost <= room.cost && policy.admits(hash: hash, cost: cost)
    }

    /// Puts a key that has no slot into an empty one.
    mutating func insert(_ entry: Entry) -> Int {
        let slot = vacant.popLast() ?? entries.count
        if slot == entries.count { entries.append(entry) } else { entries[slot] = entry }
        totalCost += entry.cost
        table.insert(slot, hash: entry.hash)
        policy.insert(slot, hash: entry.hash, cost: entry.cost)
        return slot
    }

    /// Empties a slot.
    /// - Parameter isReplaced: Whether another value of its key comes in.
    mutating func remove(_ slot: Int, isReplaced: Bool = false) -> Entry {
        let entry = self[slot]
        entries[slot].key = ""
        entries[slot].isOccupied = false
        totalCost -= entry.cost
        table.remove(slot, hash: entry.hash)
        vacant.append(slot)
        policy.remove(slot, isReplaced: isReplaced)
        return entry
    }

    /// The slot to empty so that there is room for one more value of a cost, or for those that are there; nil when
    /// there is.
    mutating func victim(forOneMoreOf cost: Int?) -> Int? {
        let (neededCost, neededCount) = cost.map { ($0, 1) } ?? (0, 0)
        guard totalCost > room.cost - neededCost || count > room.count - neededCount else { return nil }
        return policy.victim()
    }

    /// The slot to empty next, whatever room there is.
    mutating func victim() -> Int? { policy.victim() }

    /// The slots whose values have expired.
    func expiredSlots(at now: Instant) -> [Int] {
        entries.indices.filter { entries[$0].isOccupied && entries[$0].lifetime.isOver(at: now) }
    }
}

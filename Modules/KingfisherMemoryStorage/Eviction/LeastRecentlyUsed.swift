/// Evicts what was not read or stored for the longest time.
struct LeastRecentlyUsed: EvictionPolicy {
    var room: Room
    private var queue = SlotQueue()

    init(room: Room) {
        self.room = room
    }

    func admits(hash: Int, cost: Int) -> Bool { true }

    mutating func insert(_ slot: Int, hash: Int, cost: Int) {
        queue.append(slot)
    }

    mutating func touch(_ slot: Int) {
        guard slot != queue.newest else { return }
        queue.remove(slot)
        queue.append(slot)
    }

    mutating func remove(_ slot: Int, isReplaced: Bool) {
        queue.remove(slot)
    }

    func victim() -> Int? { queue.oldest }
}

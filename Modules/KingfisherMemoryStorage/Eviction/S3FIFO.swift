/// Evicts what was read least while it waited in line: S3-FIFO, by cost.
///
/// New values wait in a small queue with a tenth of the room. Those read twice meanwhile go on to the main queue, the
/// others leave, and only their hashes are remembered for a while: who comes back in that time enters the main queue.
/// There a value that was read gets another round instead of leaving, at most three. So a scan of values that nobody
/// reads again passes through the small queue and pushes out nothing of worth.
///
/// After J. Yang and others, "FIFO queues are all you need for cache eviction", SOSP 2023.
struct S3FIFO: EvictionPolicy {
    private enum Place: UInt8 {
        case small, main
    }

    /// A queue, and what the values in it take up.
    private struct Line {
        private(set) var slots = SlotQueue()
        private(set) var use = Room(cost: 0, count: 0)

        mutating func append(_ slot: Int, cost: Int) {
            slots.append(slot)
            use.cost += cost
            use.count += 1
        }

        mutating func remove(_ slot: Int, cost: Int) {
            slots.remove(slot)
            use.cost -= cost
            use.count -= 1
        }
    }

    private struct Standing {
        var cost: Int
        var hash: Int
        var place: Place
        /// Reads since it entered its queue, three at most.
        var reads: UInt8
    }

    var room: Room {
        didSet { ghosts.room = room.tenths(9) }
    }
    private var small = Line()
    private var main = Line()
    private var ghosts: GhostQueue
    private var standings: [Standing] = []
    private var hasEvicted = false

    init(room: Room) {
        self.room = room
        ghosts = GhostQueue(room: room.tenths(9))
    }

    /// A value that would fill more than the small queue comes in only when it was wanted before.
    mutating func admits(hash: Int, cost: Int) -> Bool {
        if cost <= room.tenths(1).cost || ghosts.contains(hash) { return true }
        ghosts.insert(hash, cost: cost)
        return false
    }

    mutating func insert(_ slot: Int, hash: Int, cost: Int) {
        // As long as there was room for everything, the main queue is filled too.
        let isFilling = !hasEvicted && small.use.reaches(room.tenths(1))
        let place: Place = ghosts.remove(hash) || isFilling ? .main : .small
        let standing = Standing(cost: cost, hash: hash, place: place, reads: 0)
        if slot == standings.count { standings.append(standing) } else { standings[slot] = standing }
        enter(slot)
    }

    mutating func touch(_ slot: Int) {
        if standings[slot].reads < 3 { standings[slot].reads += 1 }
    }

    mutating func remove(_ slot: Int, isReplaced: Bool) {
        leave(slot)
        // Who is replaced was wanted before: the new value comes into the main queue.
        if isReplaced { ghosts.insert(standings[slot].hash, cost: standings[slot].cost) }
    }

    mutating func victim() -> Int? {
        hasEvicted = true
        while true {
            if main.use.exceeds(room.tenths(9)) || small.slots.oldest == nil {
                guard let slot = main.slots.oldest else { return nil }
                guard standings[slot].reads > 0 else { return slot }
                standings[slot].reads -= 1
                leave(slot)
                enter(slot)
            } else if let slot = small.slots.oldest {
                guard standings[slot].reads > 1 else {
                    ghosts.insert(standings[slot].hash, cost: standings[slot].cost)
                    return slot
                }
                leave(slot)
                standings[slot].place = .main
                standings[slot].reads = 0
                enter(slot)
            }
        }
    }

    private mutating func enter(_ slot: Int) {
        let standing = standings[slot]
        switch standing.place {
        case .small: small.append(slot, cost: standing.cost)
        case .main: main.append(slot, cost: standing.cost)
        }
    }

    private mutating func leave(_ slot: Int) {
        let standing = standings[slot]
        switch standing.place {
        case .small: small.remove(slot, cost: standing.cost)
        case .main: main.remove(slot, cost: standing.cost)
        }
    }
}

extension Room {
    fileprivate func exceeds(_ other: Room) -> Bool { cost > other.cost || count > other.count }
    fileprivate func reaches(_ other: Room) -> Bool { cost >= other.cost || count >= other.count }
}

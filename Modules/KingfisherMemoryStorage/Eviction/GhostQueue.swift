/// Remembers the hashes of values that left, the latest ones, as many as would have had room.
struct GhostQueue: Sendable {
    private struct Ghost {
        var hash: Int
        var cost: Int
        var number: Int
    }

    /// Hashes remembered at most, whatever the room: they take 48 bytes each.
    private static let mostGhosts = 1 << 16

    /// The costs and the number of the values that are remembered.
    var room: Room {
        didSet { forget() }
    }
    private var use = Room(cost: 0, count: 0)
    /// From the oldest on; those whose number is not the one in `numbers` were taken out.
    private var queue: [Ghost] = []
    private var first = 0
    private var numbers: [Int: Int] = [:]
    private var lastNumber = 0

    init(room: Room) {
        self.room = room
    }

    func contains(_ hash: Int) -> Bool { numbers[hash] != nil }

    mutating func insert(_ hash: Int, cost: Int) {
        // With room for everything, nothing that left could have stayed.
        guard room.cost < .max || room.count < .max, cost <= room.cost else { return }
        remove(hash)
        // So that they can be summed up, where only the number is limited.
        let cost = min(cost, .max / (2 * Self.mostGhosts))
        lastNumber += 1
        numbers[hash] = lastNumber
        queue.append(Ghost(hash: hash, cost: cost, number: lastNumber))
        use.count += 1
        use.cost += cost
        forget()
    }

    /// Forgets a hash; tells whether it was remembered.
    @discardableResult
    mutating func remove(_ hash: Int) -> Bool {
        guard let number = numbers.removeValue(forKey: hash) else { return false }
        // Numbers rise along the queue, so the ghost is found by halving.
        var low = first
        var high = queue.count
        while low < high {
            let middle = (low + high) / 2
            if queue[middle].number < number { low = middle + 1 } else { high = middle }
        }
        use.cost -= queue[low].cost
        use.count -= 1
        queue[low].cost = 0
        return true
    }

    private mutating func forget() {
        while first < queue.count,
            use.cost > room.cost || use.count > min(room.count, Self.mostGhosts)
        {
            let oldest = queue[first]
            first += 1
            if numbers[oldest.hash] == oldest.number {
                numbers[oldest.hash] = nil
                use.cost -= oldest.cost
                use.count -= 1
            }
        }
        // Half of the array is of no use any more: on average that is constant work for each ghost.
        if first > 64, first * 2 > queue.count {
            queue.removeFirst(first)
            first = 0
        }
        if queue.count - first > 2 * use.count + 64 { compact() }
    }

    private mutating func compact() {
        queue = queue[first...].filter { numbers[$0.hash] == $0.number }
        first = 0
    }
}

/// Decides which value goes when there is no room, and which does not come in at all.
///
/// Values are known by their slot, a small number that is used again after its value was removed. The index calls
/// these under its lock, so each must take constant time, on average, and call nothing foreign.
protocol EvictionPolicy: Sendable {
    /// How much there is room for. Setting it evicts nothing.
    var room: Room { get set }

    /// Whether a value may come in. Called once before each `insert`; a refusal may be remembered.
    mutating func admits(hash: Int, cost: Int) -> Bool

    /// A value came into a slot that was empty.
    mutating func insert(_ slot: Int, hash: Int, cost: Int)

    /// A value was read.
    mutating func touch(_ slot: Int)

    /// A value left its slot, evicted or not.
    /// - Parameter isReplaced: Whether another value of its key comes in.
    mutating func remove(_ slot: Int, isReplaced: Bool)

    /// The slot to empty next; nil when all are empty. The index removes it at once.
    mutating func victim() -> Int?
}

/// What fits in: a sum of costs and a number of values, `Int.max` for no limit.
struct Room: Equatable, Sendable {
    var cost: Int
    var count: Int

    /// An equal part, rounded down, so that the parts together never exceed the whole; at least one value.
    func divided(by parts: Int) -> Room {
        Room(cost: cost == .max ? .max : cost / parts, count: count == .max ? .max : max(1, count / parts))
    }

    /// A number of tenths, with room for at least one value.
    func tenths(_ tenths: Int) -> Room {
        Room(
            cost: cost == .max ? .max : cost / 10 * tenths + cost % 10 * tenths / 10,
            count: count == .max ? .max : max(1, count / 10 * tenths + count % 10 * tenths / 10))
    }
}

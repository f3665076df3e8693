/// Decides which value goes when there is no room.
///
/// Values are known by their slot, a small number that is used again after its value was removed. The index calls
/// these under its lock, so each must take constant time and call nothing foreign.
protocol EvictionPolicy: Sendable {
    /// A policy that knows of no slots.
    init()

    /// A value came into a slot that was empty.
    mutating func insert(_ slot: Int)

    /// A value was read or replaced.
    mutating func touch(_ slot: Int)

    /// A value left its slot, evicted or not.
    mutating func remove(_ slot: Int)

    /// The slot to empty next; nil when all are empty. The index removes it afterwards.
    mutating func victim() -> Int?
}

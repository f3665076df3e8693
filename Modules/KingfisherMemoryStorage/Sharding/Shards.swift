internal import KingfisherCore
internal import Synchronization

/// The states of a memory storage, one for each part of the keys, each with a lock of its own.
///
/// Only as many are in use as the room is large enough for: a part must have room for large values too.
final class Shards: Sendable {
    private static let most = 16
    /// The least room of a part where there are several.
    private static let leastRoom = Room(cost: 256 << 20, count: 4096)

    /// In the object itself, so that a hit counts no references on its way.
    private let shards: InlineArray<16, Lock<MemoryState>>
    /// The number in use less one: a power of two less one.
    private let mask: Atomic<Int>

    init(_ config: MemoryStorage.Config) {
        let count = Self.count(for: config.room)
        shards = InlineArray { _ in
            Lock(MemoryState(policy: config.makePolicy(parts: count), expiration: config.expiration))
        }
        mask = Atomic(count - 1)
    }

    /// Lends the state that a key with this hash belongs to.
    func withState<Result: Sendable>(of hash: Int, _ body: (inout MemoryState) -> Result) -> Result {
        while true {
            let mask = mask.load(ordering: .relaxed)
            let result: Result? = shards[Self.part(of: hash, mask)].withLock { state in
                // It changes only while all states are locked.
                guard self.mask.load(ordering: .relaxed) == mask else { return nil }
                return body(&state)
            }
            if let result { return result }
        }
    }

    /// Lends each state, one after the other, with the number of those in use: the others are empty.
    /// - Returns: What `body` made of them, so that values do not end under a lock.
    @discardableResult
    func map<Result: Sendable>(_ body: (_ parts: Int, _ state: inout MemoryState) -> Result) -> [Result] {
        shards.indices.map { index in
            shards[index].withLock { body(mask.load(ordering: .relaxed) + 1, &$0) }
        }
    }

    /// The sum of a number over all states, as far as it can be counted.
    func sum(_ number: (MemoryState) -> Int) -> Int {
        map { number($1) }.reduce(0) { $0.addingWithoutOverflow($1) }
    }

    /// Makes the states keep the limits and the policy of a configuration; values that fit stay.
    /// - Returns: Those that had to go.
    func apply(_ config: MemoryStorage.Config, insteadOf old: MemoryStorage.Config) -> [MemoryState.Departed]
    {
        let count = Self.count(for: config.room)
        if config.policy == old.policy, count == Self.count(for: old.room) {
            let room = config.room.divided(by: count)
            return map { _, state in
                state.expiration = config.expiration
                return state.setRoom(room)
            }.flatMap { $0 }
        }
        var departed: [MemoryState.Departed] = []
        _ = rearrange(from: 0, after: [], for: config, into: &departed)
        return departed
    }

    /// Locks the state at `index` and those behind it, and spreads anew what was in all of them.
    /// - Parameter before: What was in those before it.
    /// - Returns: All that was there, from the longest unused on. Each state takes its part on the way back.
    private func rearrange(
        from index: Int, after before: [MemoryState.Departed], for config: MemoryStorage.Config,
        into departed: inout [MemoryState.Departed]
    ) -> [MemoryState.Departed] {
        let count = Self.count(for: config.room)
        guard index < Self.most else {
            mask.store(count - 1, ordering: .relaxed)
            return before.sorted { $0.entry.lastUse < $1.entry.lastUse }
        }
        let (all, gone) = shards[index].withLock { state in
            var gone: [MemoryState.Departed] = []
            state.expiration = config.expiration
            let drained = before + state.drain(policy: config.makePolicy(parts: count))
            let all = rearrange(from: index + 1, after: drained, for: config, into: &gone)
            for value in all where Self.part(of: value.entry.hash, count - 1) == index {
                gone += state.adopt(value)
            }
            return (all, gone)
        }
        departed += gone
        return all
    }

    private static func part(of hash: Int, _ mask: Int) -> Int {
        // Tables use the low bits.
        (hash >> 48) & mask
    }

    private static func count(for room: Room) -> Int {
        let most = min(most, room.cost / leastRoom.cost, room.count / leastRoom.count)
        // The greatest power of two that is not more.
        return most < 2 ? 1 : 1 << (Int.bitWidth - 1 - most.leadingZeroBitCount)
    }
}

extension Int {
    /// The sum, or the greatest number there is: without a limit, costs may be any.
    func addingWithoutOverflow(_ other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}

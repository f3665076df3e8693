internal import KingfisherCore
internal import Synchronization

/// Keeps writes to the tiers in the order in which they were asked for.
///
/// Writes of one key run one after another, so that a removal never loses to the store before it; those of different
/// keys run at the same time. A write to all keys waits for every one before it and holds up every one after it.
final class WriteOrder: Sendable {
    private typealias Turn = Task<Void, Never>

    private struct State {
        var turns: [StorageKey: (number: Int, turn: Turn)] = [:]
        var barrier: Turn?
        var lastNumber = 0
    }

    private let state = Lock(State())

    /// Takes the next turn of a key at once; the write runs when the turns before it are over.
    func write<Result: Sendable>(
        _ key: StorageKey, _ write: @escaping @Sendable () async -> Result
    ) -> Task<Result, Never> {
        state.withLock { state in
            state.lastNumber += 1
            let number = state.lastNumber
            let before = state.turns[key]?.turn ?? state.barrier
            let task = Task {
                await before?.value
                return await write()
            }
            let turn = Turn {
                _ = await task.value
                self.end(key, number)
            }
            state.turns[key] = (number, turn)
            return task
        }
    }

    /// Takes the next turn of all keys at once.
    func writeAll<Result: Sendable>(_ write: @escaping @Sendable () async -> Result) -> Task<Result, Never> {
        state.withLock { state in
            let before = state.turns.values.map(\.turn) + (state.barrier.map { [$0] } ?? [])
            let task = Task {
                for turn in before { await turn.value }
                return await write()
            }
            state.turns = [:]
            state.barrier = Turn { _ = await task.value }
            return task
        }
    }

    /// Waits for the writes of a key that have been asked for so far, so that a reader sees them.
    func settle(_ key: StorageKey) async {
        let turn = state.withLock { $0.turns[key]?.turn ?? $0.barrier }
        await turn?.value
    }

    private func end(_ key: StorageKey, _ number: Int) {
        state.withLock { state in
            if state.turns[key]?.number == number { state.turns[key] = nil }
        }
    }
}

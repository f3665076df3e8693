import KingfisherCore
import Synchronization

/// One run of a prefetcher: it waits for the one before, may be paused, and ends once.
final class PrefetchRun: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var isPaused = false
        var isStopped = false
    }

    private let state = Lock(State())
    private let changes: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    /// Starts a run that begins its work when the one before has ended.
    init(after former: PrefetchRun?, work: @escaping @Sendable (PrefetchRun) async -> Void) {
        (changes, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let earlier = former?.state.withLock { $0.task }
        state.withLock { state in
            state.task = Task.detached {
                await earlier?.value
                await work(self)
            }
        }
    }

    var isPaused: Bool { state.withLock { $0.isPaused } }
    var isStopped: Bool { state.withLock { $0.isStopped } }

    func pause() {
        state.withLock { $0.isPaused = true }
    }

    func resume() {
        state.withLock { $0.isPaused = false }
        signal.yield()
    }

    func stop() {
        let task = state.withLock { state in
            state.isStopped = true
            return state.task
        }
        task?.cancel()
    }

    /// Returns when the run is no longer paused, or is stopped.
    func waitWhilePaused() async {
        guard isPaused else { return }
        for await _ in changes where !isPaused { return }
    }
}

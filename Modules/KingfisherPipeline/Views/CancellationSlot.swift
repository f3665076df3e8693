import KingfisherCore
import Synchronization

/// Cancels a load that may start only later.
final class CancellationSlot: Sendable {
    private struct State {
        var task: DownloadTask?
        var isCancelled = false
    }

    private let state = Lock(State())

    func fill(with task: DownloadTask) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }
}

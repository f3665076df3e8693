import KingfisherCore
import Synchronization

/// A load or download under way, for its caller to cancel.
public final class DownloadTask: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var isCancelled = false
    }

    private let state = Lock(State())

    init() {}

    /// Starts the work; a task cancelled before then starts it cancelled.
    func start(_ work: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            let task = Task.detached(operation: work)
            if state.isCancelled { task.cancel() }
            state.task = task
        }
    }

    /// Whether the work has been attached. Always true once the call that returned the task has returned.
    public var isInitialized: Bool {
        state.withLock { $0.task != nil }
    }

    /// Cancels for this caller: its completion handler gets an error with `isTaskCancelled`, others are not affected.
    ///
    /// May be called from any thread, several times, and after the end.
    public func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }
}

import Synchronization

/// Whether the caller of the pool's current job has gone.
///
/// Codecs and kernels check this between rows: jobs run on threads outside any task, where `Task.isCancelled`
/// is always false.
public enum WorkCancellation {
    @TaskLocal static var current: CancellationFlag?

    /// Whether the current job, or the current task, is cancelled.
    public static var isCancelled: Bool {
        current?.isSet ?? Task.isCancelled
    }

    /// Throws when the current job, or the current task, is cancelled.
    /// - Throws: `CancellationError`.
    public static func check() throws {
        if isCancelled { throw CancellationError() }
    }

    /// A flag for the threads that share the current job: set when that is cancelled, or by one of them.
    ///
    /// Outside a pool, only the thread that runs the task sees the task's cancellation.
    package static func sharedFlag() -> CancellationFlag { CancellationFlag(parent: current) }
}

/// A flag that is set once, from any thread.
package final class CancellationFlag: Sendable {
    private let flag = Atomic(false)
    private let parent: CancellationFlag?

    init(parent: CancellationFlag? = nil) {
        self.parent = parent
    }

    var isSet: Bool { flag.load(ordering: .relaxed) || (parent?.isSet ?? Task.isCancelled) }

    /// Sets the flag.
    package func set() {
        flag.store(true, ordering: .relaxed)
    }

    /// Runs `work` unless the flag is set, with the flag readable through `WorkCancellation`.
    package func whileObserved<Result>(_ work: () throws -> Result) throws -> Result {
        if isSet { throw CancellationError() }
        return try WorkCancellation.$current.withValue(self, operation: work)
    }
}

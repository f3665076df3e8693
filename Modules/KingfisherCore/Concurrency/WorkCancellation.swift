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
}

/// A flag that is set once, from any thread.
final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() {
        flag.store(true, ordering: .relaxed)
    }

    /// Runs `work` unless the flag is set, with the flag readable through `WorkCancellation`.
    func whileObserved<Result>(_ work: () throws -> Result) throws -> Result {
        if isSet { throw CancellationError() }
        return try WorkCancellation.$current.withValue(self, operation: work)
    }
}

import KingfisherCache
import KingfisherCore
import Synchronization

/// Does the work for a source once, however often the command line names it.
final class SharedOutcomes: Sendable {
    private let tasks = Lock<[String: Task<GetRun.Outcome, any Error>]>([:])

    /// The outcome of the first one's work; for those who come later it is found in memory.
    func outcome(
        of source: String, by work: @escaping @Sendable () async throws -> GetRun.Outcome
    ) async throws -> GetRun.Outcome {
        let (task, isFirst) = tasks.withLock { tasks in
            if let task = tasks[source] { return (task, false) }
            let task = Task { try await work() }
            tasks[source] = task
            return (task, true)
        }
        var outcome = try await task.value
        if !isFirst { outcome.cacheType = .memory }
        return outcome
    }
}

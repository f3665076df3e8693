import Foundation
import Synchronization

/// A bounded pool of threads for work that must not block Swift's cooperative threads.
///
/// Jobs start in the order they come; a job whose task is cancelled before it starts never runs.
public final class WorkPool: Sendable {
    private struct State {
        var waiting: [(@Sendable () -> Void)?] = []
        var head = 0
        var idle: [DispatchQueue]

        /// Takes the oldest job out of the list, so that what it holds goes when it has run.
        mutating func takeFirst() -> (@Sendable () -> Void)? {
            guard head < waiting.count else { return nil }
            defer {
                head += 1
                if head == waiting.count || head >= 1024 {
                    waiting.removeFirst(head)
                    head = 0
                }
            }
            return waiting[head].take()
        }
    }

    private let state: Lock<State>

    /// Makes a pool.
    /// - Parameters:
    ///   - name: Shown by debuggers and profilers.
    ///   - width: Jobs that run at once, at least 1; the number of cores when nil.
    public init(name: String, width: Int? = nil) {
        let width = max(width ?? ProcessInfo.processInfo.activeProcessorCount, 1)
        // A serial queue each: those get a thread at once, where a concurrent queue shares the few threads that
        // Swift's tasks run on, and blocked jobs would hold up all of them.
        let queues = (0..<width).map { DispatchQueue(label: "kingfisher.\(name).\($0)") }
        self.state = Lock(State(idle: queues))
    }

    /// For reading and writing files.
    public static let fileAccess = WorkPool(name: "files", width: 4)
    /// For decoding, processing and encoding: as many jobs at once as there are cores.
    public static let processing = WorkPool(name: "processing")

    /// Runs `work` on the pool.
    ///
    /// Inside, `WorkCancellation.isCancelled` tells of the caller's cancellation, so that long work can stop early.
    /// - Throws: What `work` throws, or `CancellationError` when cancelled before it starts.
    public func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result
    {
        let cancellation = CancellationFlag()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Result, any Error>) in
                enqueue {
                    continuation.resume(with: Swift.Result { try cancellation.whileObserved(work) })
                }
            }
        } onCancel: {
            cancellation.set()
        }
    }

    private func enqueue(_ job: @escaping @Sendable () -> Void) {
        let queue = state.withLock { state in
            state.waiting.append(job)
            return state.idle.popLast()
        }
        guard let queue else { return }
        queue.async { self.drain(on: queue) }
    }

    private func drain(on queue: DispatchQueue) {
        while let job = next(for: queue) { job() }
    }

    private func next(for queue: DispatchQueue) -> (@Sendable () -> Void)? {
        state.withLock { state in
            let job = state.takeFirst()
            if job == nil { state.idle.append(queue) }
            return job
        }
    }
}

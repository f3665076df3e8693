import Synchronization

extension CallbackQueue {
    /// Runs `work` on the queue, as `WorkPool.run` does on a pool.
    ///
    /// A cancelled caller does not wait for the queue, which may be stopped or drop what it was given. Work that has
    /// begun hears of it through `WorkCancellation`; work that has not never runs.
    /// - Throws: What `work` throws, or `CancellationError` as soon as the calling task is cancelled.
    package func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let cancellation = CancellationFlag()
        let outcome = Outcome<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                outcome.await(with: continuation)
                execute { outcome.settle(Result { try cancellation.whileObserved(work) }) }
            }
        } onCancel: {
            cancellation.set()
            outcome.settle(.failure(CancellationError()))
        }
    }
}

/// A result that is there once, whoever has one first, and resumes its waiter once.
private final class Outcome<Value: Sendable>: Sendable {
    private typealias Waiter = CheckedContinuation<Value, any Error>

    private struct State {
        var waiter: Waiter?
        var result: Result<Value, any Error>?
    }

    private let state = Lock(State())

    func await(with waiter: CheckedContinuation<Value, any Error>) {
        let early = state.withLock { state in
            if state.result == nil { state.waiter = waiter }
            return state.result
        }
        if let early { waiter.resume(with: early) }
    }

    func settle(_ result: Result<Value, any Error>) {
        let waiter = state.withLock { state -> Waiter? in
            guard state.result == nil else { return nil }
            state.result = result
            return state.waiter.take()
        }
        waiter?.resume(with: result)
    }
}

import KingfisherCore
import Synchronization

/// The answer of a strategy that calls back: the first call counts, a handler let go means stop, and whoever waits may
/// be cancelled.
final class RetryAnswer: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<RetryDecision, any Error>)
        case settled(Result<RetryDecision, any Error>)
    }

    /// Lives as long as the handler does.
    private final class Lifetime: Sendable {
        let answer: RetryAnswer

        init(_ answer: RetryAnswer) {
            self.answer = answer
        }

        deinit {
            answer.settle(.success(.stop))
        }
    }

    private let state = Lock(State.open)

    /// What the strategy is to call.
    func handler() -> @Sendable (RetryDecision) -> Void {
        let lifetime = Lifetime(self)
        return { lifetime.answer.settle(.success($0)) }
    }

    /// The answer; for one caller.
    /// - Throws: `CancellationError` as soon as the calling task is cancelled.
    func value() async throws -> RetryDecision {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let settled = state.withLock { state -> Result<RetryDecision, any Error>? in
                    if case .settled(let result) = state { return result }
                    state = .awaited(continuation)
                    return nil
                }
                if let settled { continuation.resume(with: settled) }
            }
        } onCancel: {
            settle(.failure(CancellationError()))
        }
    }

    private func settle(_ result: Result<RetryDecision, any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<RetryDecision, any Error>? in
            switch state {
            case .settled: return nil
            case .open:
                state = .settled(result)
                return nil
            case .awaited(let continuation):
                state = .settled(result)
                return continuation
            }
        }
        waiting?.resume(with: result)
    }
}

import Dispatch
import KingfisherCore
import Synchronization

/// Brings the result of a load to the main actor: within the call that started the load when it is there by then, as an
/// image in memory is, else in a turn of the main queue.
///
/// Does not ask which thread this is: in a program that waits in `dispatchMain()`, the main queue has none of its own.
final class ResultDelivery: Sendable {
    typealias Outcome = Result<RetrieveImageResult, KingfisherError>

    private struct State {
        var isCalling = true
        var outcome: Outcome?
    }

    private let state = Lock(State())
    private let handler: @MainActor @Sendable (Outcome) -> Void

    init(to handler: @escaping @MainActor @Sendable (Outcome) -> Void) {
        self.handler = handler
    }

    /// Takes the one result, on any thread.
    func deliver(_ outcome: Outcome) {
        let isLate = state.withLock { state in
            if state.isCalling { state.outcome = outcome }
            return !state.isCalling
        }
        guard isLate else { return }
        DispatchQueue.main.async { [handler] in MainActor.assumeIsolated { handler(outcome) } }
    }

    /// Notes that the call is returning, having handed on a result that is there.
    @MainActor
    func endCall() {
        let outcome = state.withLock { state in
            state.isCalling = false
            return state.outcome.take()
        }
        if let outcome { handler(outcome) }
    }
}

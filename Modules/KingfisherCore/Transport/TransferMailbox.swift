package import Foundation
import Synchronization

/// Where a transport's own thread, the reader and cancellation meet.
///
/// `TransferState` decides under the lock; what it decides is carried out after the lock is released.
package final class TransferMailbox: Sendable {
    private let state: Lock<TransferState>
    private let elapsed: @Sendable () -> Duration
    private let carryOut: @Sendable (TransferState.Effects) -> Void

    /// - Parameters:
    ///   - elapsed: The time by the clock of the state's limits.
    ///   - carryOut: Told of everything but answers, which the mailbox gives itself; called from any thread.
    package init(
        _ state: TransferState, elapsed: @escaping @Sendable () -> Duration,
        carryOut: @escaping @Sendable (TransferState.Effects) -> Void
    ) {
        self.state = Lock(state)
        self.elapsed = elapsed
        self.carryOut = carryOut
    }

    /// The body for the caller to hold: when the last copy of it goes, the transfer ends.
    package var body: TransportBody {
        let hold = TransferHold(self)
        return TransportBody(next: { try await hold.mailbox.next() }, cancel: { hold.mailbox.cancel() })
    }

    /// Waits for the head.
    package func head() async throws -> TransportResponse {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                change { state, _ in state.awaitHead(continuation) }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Waits for more of the body; nil at its end.
    package func next() async throws -> Data? {
        if Task.isCancelled {
            cancel()
            throw CancellationError()
        }
        if let ready = takeWhatIsThere() { return try ready.get() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                change { $0.read(continuation, now: $1) }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Ends the transfer, unless it is over.
    package func cancel() {
        change { state, _ in state.end(.failure(CancellationError())) }
    }

    /// Reads or changes what needs no effects.
    package func withState<Result: Sendable>(_ body: (inout TransferState) -> Result) -> Result {
        state.withLock { body(&$0) }
    }

    /// Lets the state take an event and carries out what follows.
    package func change(_ decide: (inout TransferState, _ now: Duration) -> TransferState.Effects) {
        let now = elapsed()
        let effects = state.withLock { decide(&$0, now) }
        effects.answer?()
        if effects.ended || effects.resumesSource { carryOut(effects) }
    }

    /// Ends the transfer where a limit has passed. Returns how long none can pass, or nil once it is over.
    package func checkTime() -> Duration? {
        var wait: Duration?
        change { state, now in
            let (remaining, effects) = state.checkTime(now)
            wait = remaining
            return effects
        }
        return wait
    }

    private func takeWhatIsThere() -> Result<Data?, any Error>? {
        var ready: Result<Data?, any Error>?
        change { state, now in
            let taken = state.take(now: now)
            ready = taken.ready
            return taken.effects
        }
        return ready
    }
}

/// What the copies of a body share.
private final class TransferHold: Sendable {
    let mailbox: TransferMailbox

    init(_ mailbox: TransferMailbox) {
        self.mailbox = mailbox
    }

    deinit { mailbox.cancel() }
}

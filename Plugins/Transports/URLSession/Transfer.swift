internal import Foundation
internal import FoundationNetworking
internal import KingfisherCore
internal import Synchronization

/// One request on the wire, from its start to the end of its body.
///
/// Session callbacks, the reader, the watchdog and cancellation meet in its mailbox.
final class Transfer: Sendable {
    private let request: TransportRequest
    private let stopwatch: Stopwatch
    private let source: TransferSource
    let mailbox: TransferMailbox

    /// Makes a transfer that has not started; `onEnd` is called once, when it is over in any way.
    init(
        request: TransportRequest, limits: TransferLimits, stopwatch: Stopwatch,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.request = request
        self.stopwatch = stopwatch
        let source = TransferSource(onEnd: onEnd)
        self.source = source
        let state = TransferState(
            url: request.url, limits: limits, failure: .urlSession, now: stopwatch.elapsed())
        mailbox = TransferMailbox(state, elapsed: stopwatch.elapsed) { source.end($0) }
    }

    /// Starts the task, or cancels it where the transfer is over already: a session keeps what never completes.
    func start(_ task: SessionTask) {
        source.hold(task)
        let now = stopwatch.elapsed()
        if mailbox.withState({ $0.start(now: now) }) { task.resume() } else { task.cancel() }
    }

    func didReceive(_ response: URLResponse) {
        // 1xx responses announce another one.
        guard let head = TransportResponse(response, to: request), head.statusCode >= 200 else { return }
        mailbox.change { $0.receive(head, now: $1) }
    }

    func didReceive(_ data: Data) {
        mailbox.change { $0.receive(data, now: $1) }
    }

    /// The response counts where none was reported before: a redirect without a usable location.
    func didComplete(response: URLResponse?, error: (any Error)?) {
        if error == nil, let response { didReceive(response) }
        let url = request.url
        mailbox.change { state, _ in
            guard let cause = error.map(SessionFailure.init) else { return state.complete(nil) }
            guard let head = state.head else {
                return state.complete(TransportFailure.urlSession.noResponse(url, cause: cause))
            }
            return state.complete(
                TransportFailure.urlSession.truncatedBody(
                    url, received: state.receivedBytes, expected: head.expectedBodyBytes, cause: cause))
        }
    }

    /// Starts the watch over the time limits; it ends with the transfer.
    func watch() {
        let watchdog = Task { [mailbox, stopwatch] in
            while let wait = mailbox.checkTime() {
                guard (try? await stopwatch.sleep(wait)) != nil else { return }
            }
        }
        source.hold(watchdog)
        if mailbox.withState({ $0.isOver }) { watchdog.cancel() }
    }
}

/// What a transfer lets go of at its end.
private final class TransferSource: Sendable {
    private struct State {
        var task: SessionTask?
        var watchdog: Task<Void, Never>?
    }

    private let onEnd: @Sendable () -> Void
    private let state = Lock(State())

    init(onEnd: @escaping @Sendable () -> Void) {
        self.onEnd = onEnd
    }

    func hold(_ task: SessionTask) {
        state.withLock { $0.task = task }
    }

    func hold(_ watchdog: Task<Void, Never>) {
        state.withLock { $0.watchdog = watchdog }
    }

    func end(_ effects: TransferState.Effects) {
        guard effects.ended else { return }
        let (task, watchdog) = state.withLock { state in
            defer { state = State() }
            return (state.task, state.watchdog)
        }
        watchdog?.cancel()
        if effects.cancelsSource { task?.cancel() }
        onEnd()
    }
}

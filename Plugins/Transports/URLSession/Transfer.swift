internal import Foundation
internal import FoundationNetworking
internal import KingfisherCore
internal import Synchronization

/// One request on the wire, from its start to the end of its body.
///
/// Session callbacks, the reader, the watchdog and cancellation meet here. `TransferState` decides under the lock;
/// what it decides is carried out after the lock is released.
final class Transfer: Sendable {
    private struct Storage {
        var state: TransferState
        var task: SessionTask?
        var watchdog: Task<Void, Never>?
    }

    private let request: TransportRequest
    private let limits: TransferLimits
    private let stopwatch: Stopwatch
    private let onEnd: @Sendable () -> Void
    private let storage: Lock<Storage>

    /// Makes a transfer that has not started; `onEnd` is called once, when it is over in any way.
    init(
        request: TransportRequest, limits: TransferLimits, stopwatch: Stopwatch,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.request = request
        self.limits = limits
        self.stopwatch = stopwatch
        self.onEnd = onEnd
        storage = Lock(
            Storage(state: TransferState(url: request.url, limits: limits, now: stopwatch.elapsed())))
    }

    /// Starts the task, or cancels it where the transfer is over already: a session keeps what never completes.
    func start(_ task: SessionTask) {
        let now = stopwatch.elapsed()
        let mayStart = storage.withLock { storage in
            guard storage.state.start(now: now) else { return false }
            storage.task = task
            return true
        }
        if mayStart { task.resume() } else { task.cancel() }
    }

    /// Waits for the head.
    func head() async throws -> TransportResponse {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                change { $0.awaitHead(continuation) }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Waits for more of the body; nil at its end.
    func next() async throws -> Data? {
        if Task.isCancelled {
            cancel()
            throw CancellationError()
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                change { $0.read(continuation) }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Ends the transfer, unless it is over.
    func cancel() {
        change { $0.end(.failure(CancellationError())) }
    }

    func didReceive(_ response: URLResponse) {
        // 1xx responses announce another one.
        guard let head = TransportResponse(response, to: request), head.statusCode >= 200 else { return }
        change { $0.receive(head, now: stopwatch.elapsed()) }
    }

    func didReceive(_ data: Data) {
        change { $0.receive(data, now: stopwatch.elapsed()) }
    }

    /// The response counts where none was reported before: a redirect without a usable location.
    func didComplete(response: URLResponse?, error: (any Error)?) {
        if error == nil, let response { didReceive(response) }
        change { $0.complete(error.map(SessionFailure.init)) }
    }

    /// Starts the watch over the time limits; it ends with the transfer.
    func watch() {
        let watchdog = Task {
            while let wait = self.timeToNextCheck() {
                guard (try? await self.stopwatch.sleep(wait)) != nil else { return }
            }
        }
        let isOver = storage.withLock { storage in
            storage.watchdog = watchdog
            return storage.state.isOver
        }
        if isOver { watchdog.cancel() }
    }

    /// Ends the transfer where a limit has passed. Returns how long none can pass, or nil once it is over.
    private func timeToNextCheck() -> Duration? {
        var wait: Duration?
        change { state in
            let (remaining, effects) = state.checkTime(stopwatch.elapsed())
            wait = remaining
            return effects
        }
        return wait
    }

    private func change(_ decide: (inout TransferState) -> TransferState.Effects) {
        let (effects, task, watchdog) = storage.withLock { storage in
            let effects = decide(&storage.state)
            defer { if effects.ended { (storage.task, storage.watchdog) = (nil, nil) } }
            return (effects, storage.task, storage.watchdog)
        }
        effects.answer?()
        guard effects.ended else { return }
        watchdog?.cancel()
        if effects.cancelsTask { task?.cancel() }
        onEnd()
    }
}

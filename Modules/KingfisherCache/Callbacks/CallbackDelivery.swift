internal import KingfisherCore

/// Hands the result of a task to a completion handler, once, on its queue.
func deliver<Result: Sendable>(
    _ task: Task<Result, Never>, on queue: CallbackQueue, to handler: (@Sendable (Result) -> Void)?
) {
    guard let handler else { return }
    Task {
        let result = await task.value
        queue.execute { handler(result) }
    }
}

/// Calls a completion handler that takes no result, once, on its queue.
func deliver<Result: Sendable>(
    _ task: Task<Result, Never>, on queue: CallbackQueue = .untouch, to handler: (@Sendable () -> Void)?
) {
    guard let handler else { return }
    deliver(task, on: queue, to: { _ in handler() })
}

extension KingfisherError {
    /// An error that a cache's async form threw, in the type that its callback form reports.
    init(thrownByCache error: any Error, key: String) {
        if let error = error as? KingfisherError {
            self = error
        } else if Self.isCancellation(error) {
            self = .requestError(reason: .asyncTaskContextCancelled)
        } else {
            self = .cacheError(reason: .cannotLoadDataFromDisk(key: key, error: error))
        }
    }
}

import KingfisherCore

/// Tries work again for as long as a strategy wants it.
struct RetryLoop: Sendable {
    let source: Source
    let strategy: (any RetryStrategy)?

    /// The value of the first attempt that succeeds.
    /// - Throws: `KingfisherError`: the latest one when the strategy stops, the cancellation when the calling task is
    ///   cancelled during an attempt or between two.
    func value<Value: Sendable>(
        _ attempt: @Sendable () async throws -> Value
    ) async throws(KingfisherError) -> Value {
        var earlier: [KingfisherError] = []
        var userInfo: (any Sendable)?
        while true {
            let failure: KingfisherError
            do {
                return try await attempt()
            } catch {
                failure = KingfisherError(error, source: source)
            }
            guard let strategy, !failure.isTaskCancelled else { throw failure }
            let context = RetryContext(
                source: source, error: failure, earlierErrors: earlier, userInfo: userInfo)
            do {
                guard case .retry(let noted) = try await strategy.decision(for: context) else {
                    throw failure
                }
                try Task.checkCancellation()
                userInfo = noted
            } catch {
                throw KingfisherError(error, source: source)
            }
            earlier.append(failure)
        }
    }
}

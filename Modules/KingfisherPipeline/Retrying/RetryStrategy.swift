public import KingfisherCore

/// Decides whether a failed load is tried again.
///
/// Asked after every failure but the caller's own cancellation. Each caller has its own strategy; what is tried again is
/// still shared with others who want the same.
public protocol RetryStrategy: Sendable {
    /// Decides, now or later, by calling `retryHandler` once, on any thread. Further calls have no effect; a handler let
    /// go without a call stops.
    func retry(context: RetryContext, retryHandler: @escaping @Sendable (RetryDecision) -> Void)

    /// Decides within the load's own task, so that a wait ends with it; asks the other form unless implemented.
    /// - Throws: `CancellationError` when the load is cancelled meanwhile.
    func decision(for context: RetryContext) async throws -> RetryDecision
}

extension RetryStrategy {
    /// What the handler is called with; a cancelled load does not wait for it.
    public func decision(for context: RetryContext) async throws -> RetryDecision {
        let answer = RetryAnswer()
        retry(context: context, retryHandler: answer.handler())
        return try await answer.value()
    }
}

/// What a retry strategy decides on.
public struct RetryContext: Sendable {
    /// The source that failed.
    public let source: Source
    /// The latest error.
    public let error: KingfisherError
    /// The errors before the latest, in order.
    public let earlierErrors: [KingfisherError]
    /// What the strategy noted at its last decision.
    public let userInfo: (any Sendable)?

    /// How often the load has been tried again so far.
    public var retriedCount: Int { earlierErrors.count }

    /// Makes a context.
    public init(
        source: Source, error: KingfisherError, earlierErrors: [KingfisherError] = [],
        userInfo: (any Sendable)? = nil
    ) {
        self.source = source
        self.error = error
        self.earlierErrors = earlierErrors
        self.userInfo = userInfo
    }
}

/// What a retry strategy decided.
public enum RetryDecision: Sendable {
    /// The load is tried again; the value is in the next context.
    case retry(userInfo: (any Sendable)?)
    /// The load fails with its latest error.
    case stop
}

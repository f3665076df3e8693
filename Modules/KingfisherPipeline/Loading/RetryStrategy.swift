public import KingfisherCore

/// Decides whether a failed load is tried again.
public protocol RetryStrategy: Sendable {
    /// Decides, now or later, by calling `retryHandler` exactly once, on any thread.
    func retry(context: RetryContext, retryHandler: @escaping @Sendable (RetryDecision) -> Void)
}

/// What a retry strategy decides on.
public struct RetryContext: Sendable {
    /// The source that failed.
    public let source: Source
    /// The latest error.
    public let error: KingfisherError
    /// How often the load has been tried again so far.
    public let retriedCount: Int
    /// What the strategy noted at its last decision.
    public let userInfo: (any Sendable)?

    /// Makes a context.
    public init(
        source: Source, error: KingfisherError, retriedCount: Int = 0, userInfo: (any Sendable)? = nil
    ) {
        self.source = source
        self.error = error
        self.retriedCount = retriedCount
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

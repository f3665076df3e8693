public import Foundation

/// Bytes over a network.
///
/// Safe to use from several tasks. Cancelling the calling task ends the exchange at every stage: before the head,
/// and while the body is read. Every conformer passes `TransportConformance` of KingfisherTestKit.
public protocol ImageTransport: Sendable {
    /// URL schemes it speaks, lowercase.
    var schemes: [String] { get }

    /// Sends a request and returns when the head of the final response is there, whatever its status.
    /// - Throws: `PluginError`, or `CancellationError`.
    func send(_ request: TransportRequest) async throws -> TransportExchange
}

/// A response whose body is still arriving.
public struct TransportExchange: Sendable {
    /// The head.
    public let response: TransportResponse
    /// The body; ends by throwing unless it is complete.
    public let body: TransportBody
    private let readMetrics: @Sendable () -> NetworkMetrics?

    /// What the request cost, once the body has been read to its end; nil before, and from transports that do not know.
    public var metrics: NetworkMetrics? { readMetrics() }

    /// Makes an exchange.
    /// - Parameter metrics: What the request cost, nil until it has ended. Called from any thread.
    public init(
        response: TransportResponse, body: TransportBody,
        metrics: @escaping @Sendable () -> NetworkMetrics? = { nil }
    ) {
        self.response = response
        self.body = body
        self.readMetrics = metrics
    }
}

/// Chunks of a body, in order, for one reader. Content encodings are already undone.
///
/// Whoever stops reading before the end calls `cancel()`, or lets the last copy go.
public struct TransportBody: AsyncSequence, Sendable {
    /// A chunk.
    public typealias Element = Data
    /// Anything a transport throws.
    public typealias Failure = any Error

    private let nextChunk: @Sendable () async throws -> Data?
    private let cancelBody: @Sendable () -> Void

    /// Makes a body.
    /// - Parameters:
    ///   - next: The next chunk, nil at the end; throws `PluginError` or `CancellationError`.
    ///   - cancel: Ends the transfer; may be called several times and after the end.
    public init(
        next: @escaping @Sendable () async throws -> Data?, cancel: @escaping @Sendable () -> Void
    ) {
        self.nextChunk = next
        self.cancelBody = cancel
    }

    /// Ends the transfer; what has not been read is dropped.
    public func cancel() {
        cancelBody()
    }

    /// Reads chunk by chunk.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let nextChunk: @Sendable () async throws -> Data?

        /// The next chunk, nil at the end.
        public mutating func next() async throws -> Data? {
            try await nextChunk()
        }
    }

    /// Starts reading.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(nextChunk: nextChunk)
    }
}

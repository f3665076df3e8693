public import Foundation

/// Where the time of a request went, and what was transferred. Times are in seconds.
///
/// The phases are those of the last request after redirects; a phase that there was none of, as on a connection
/// that was used again, is nil.
public struct NetworkMetrics: Hashable, Sendable {
    /// From the call to the end of the body: waiting for a turn, redirects and all.
    public var retrieveImageDuration: TimeInterval
    /// From the start of the last request to the end of its body.
    public var totalRequestDuration: TimeInterval
    /// Looking up the host's name.
    public var domainLookupDuration: TimeInterval?
    /// Making the connection, without the name and without TLS.
    public var connectDuration: TimeInterval?
    /// The TLS handshake.
    public var secureConnectionDuration: TimeInterval?
    /// From the start of the last request to the first byte of its answer.
    public var firstByteDuration: TimeInterval?
    /// Bytes of the request's body.
    public var requestBodyBytesSent: Int64
    /// Bytes of the body as they were on the wire, before content encodings were undone.
    public var responseBodyBytesReceived: Int64
    /// The status of the response.
    public var httpStatusCode: Int?
    /// How many redirects were followed.
    public var redirectCount: Int
    /// The protocol by its ALPN name: `http/1.0`, `http/1.1`, `h2`.
    public var protocolName: String?
    /// Whether the connection had served another request before.
    public var isReusedConnection: Bool

    /// Bytes of the body a second; nil where no time passed.
    public var downloadSpeed: Double? {
        totalRequestDuration > 0 ? Double(responseBodyBytesReceived) / totalRequestDuration : nil
    }

    /// Mebibytes of the body a second; nil where no time passed.
    public var downloadSpeedMBps: Double? {
        downloadSpeed.map { $0 / (1024 * 1024) }
    }

    /// Makes metrics of the two totals and with nothing transferred; the rest is set afterwards.
    public init(retrieveImageDuration: TimeInterval, totalRequestDuration: TimeInterval) {
        self.retrieveImageDuration = retrieveImageDuration
        self.totalRequestDuration = totalRequestDuration
        requestBodyBytesSent = 0
        responseBodyBytesReceived = 0
        redirectCount = 0
        isReusedConnection = false
    }
}

public import Foundation

/// What a transport is asked to fetch, and within which bounds.
public struct TransportRequest: Sendable {
    /// Where.
    public var url: URL
    /// The HTTP method.
    public var method: String
    /// Header fields to send beside the transport's own.
    public var headers: HTTPHeaders
    /// A request body, where there is one.
    public var body: Data?
    /// Seconds without a byte before the request fails with `.timedOut`.
    public var idleTimeout: TimeInterval
    /// Seconds for the whole request before it fails with `.timedOut`; nil for no deadline.
    public var totalTimeout: TimeInterval?
    /// Bytes of the decoded body above which the request fails with `.bodyTooLarge`.
    public var maximumBodyBytes: Int
    /// Redirects followed before the request fails with `.tooManyRedirects`.
    public var maximumRedirects: Int
    /// How urgent the request is among others, 0...1.
    public var priority: Double
    /// Asked before each redirect: the request to follow, or nil to fail with `.redirectRefused`. Nil follows all.
    public var redirectHandler: RedirectHandler?

    /// Decides on a redirect from the redirecting response and the request that would follow it.
    public typealias RedirectHandler =
        @Sendable (TransportResponse, TransportRequest) async -> TransportRequest?

    /// Makes a GET request with an idle timeout of 15 seconds, no deadline, 256 MiB of body and 16 redirects.
    public init(url: URL) {
        self.url = url
        self.method = "GET"
        self.headers = HTTPHeaders()
        self.idleTimeout = 15
        self.maximumBodyBytes = DecodingLimits.standard.encodedBytes
        self.maximumRedirects = 16
        self.priority = 0.5
    }
}

/// The head of a response.
public struct TransportResponse: Hashable, Sendable {
    /// The URL that answered, after redirects.
    public var url: URL
    /// The HTTP status code.
    public var statusCode: Int
    /// The header fields.
    public var headers: HTTPHeaders
    /// Bytes of the body as it will be delivered; nil when unknown, as for chunked or compressed bodies.
    public var expectedBodyBytes: Int?

    /// Makes a response head.
    public init(
        url: URL, statusCode: Int, headers: HTTPHeaders = HTTPHeaders(), expectedBodyBytes: Int? = nil
    ) {
        self.url = url
        self.statusCode = statusCode
        self.headers = headers
        self.expectedBodyBytes = expectedBodyBytes
    }

    /// What the server named its content by, where it did.
    public var validators: HTTPValidators? {
        let validators = HTTPValidators(entityTag: headers["ETag"], lastModified: headers["Last-Modified"])
        return validators == HTTPValidators() ? nil : validators
    }
}

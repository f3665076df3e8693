public import FoundationNetworking
public import KingfisherCore

/// Decides whether and how a redirect is followed.
public protocol ImageDownloadRedirectHandler: Sendable {
    /// The request to follow, or nil to fail.
    /// - Parameters:
    ///   - response: The response that redirects.
    ///   - newRequest: The request that would follow it.
    func handleHTTPRedirection(response: TransportResponse, newRequest: URLRequest) async -> URLRequest?
}

/// A redirect handler from a closure.
public struct AnyRedirectHandler: ImageDownloadRedirectHandler {
    private let block: @Sendable (TransportResponse, URLRequest) async -> URLRequest?

    /// Makes a handler.
    public init(handle: @escaping @Sendable (TransportResponse, URLRequest) async -> URLRequest?) {
        self.block = handle
    }

    /// What the closure returns.
    public func handleHTTPRedirection(
        response: TransportResponse, newRequest: URLRequest
    ) async -> URLRequest? {
        await block(response, newRequest)
    }
}

public import FoundationNetworking

/// Changes the request of a download before it is sent.
public protocol AsyncImageDownloadRequestModifier: Sendable {
    /// The request to send instead, or nil to fail with `emptyRequest`.
    func modified(for request: URLRequest) async -> URLRequest?

    /// Called when the download of the modified request has begun.
    var onDownloadTaskStarted: (@Sendable (DownloadTask?) -> Void)? { get }
}

extension AsyncImageDownloadRequestModifier {
    /// Nothing to call.
    public var onDownloadTaskStarted: (@Sendable (DownloadTask?) -> Void)? { nil }
}

/// Changes the request of a download before it is sent, at once.
public protocol ImageDownloadRequestModifier: AsyncImageDownloadRequestModifier {
    /// The request to send instead, or nil to fail with `emptyRequest`.
    func modified(for request: URLRequest) -> URLRequest?
}

extension ImageDownloadRequestModifier {
    /// Asks the synchronous form.
    public func modified(for request: URLRequest) async -> URLRequest? {
        let modify: (URLRequest) -> URLRequest? = modified(for:)
        return modify(request)
    }
}

/// A request modifier from a closure.
public struct AnyModifier: ImageDownloadRequestModifier {
    private let block: @Sendable (URLRequest) -> URLRequest?

    /// Makes a modifier.
    public init(modify: @escaping @Sendable (URLRequest) -> URLRequest?) {
        self.block = modify
    }

    /// What the closure returns.
    public func modified(for request: URLRequest) -> URLRequest? {
        block(request)
    }
}

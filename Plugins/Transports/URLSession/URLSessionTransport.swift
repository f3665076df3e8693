internal import Foundation
internal import FoundationNetworking
public import KingfisherCore

/// HTTP and HTTPS by Foundation's `URLSession`.
///
/// It keeps no cookies, no cache and no credentials, so that requests of different users share nothing but
/// connections. Time limits, redirects, the body's size and its completeness are watched here, because `URLSession` on
/// Linux watches none of them well enough. What comes faster than it is read waits in memory, up to the request's
/// `maximumBodyBytes`. Safe to use from any task. Bodies that are being read outlive the transport.
public final class URLSessionTransport: ImageTransport {
    static let pluginID = "urlsession"
    static let schemes = ["http", "https"]

    // There is no back-pressure: URLSessionTask.suspend() traps on Linux (Swift 6.3.1, NativeProtocol.stopLoading) where
    // the task is resumed or cancelled before the session's queue has carried the suspension out.
    private let session: URLSession
    let delegate = SessionDelegate()
    private let slots: HostSlots
    private let stopwatch: Stopwatch

    /// `http` and `https`.
    public var schemes: [String] { Self.schemes }

    /// Makes a transport with a session of its own.
    /// - Parameters:
    ///   - connectionsPerHost: How many requests run against one host and port at once, at least 1. Further ones wait
    ///     their turn, the most urgent first; waiting counts towards the total timeout, not towards the idle one.
    ///   - clock: What the time limits are measured by.
    public init(connectionsPerHost: Int = 6, clock: any Clock<Duration> = ContinuousClock()) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCredentialStorage = nil
        configuration.httpMaximumConnectionsPerHost = max(1, connectionsPerHost)
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        slots = HostSlots(limit: max(1, connectionsPerHost))
        stopwatch = Stopwatch(clock)
    }

    /// A session holds its delegate until it is invalidated.
    deinit { session.finishTasksAndInvalidate() }

    /// Sends a request, follows its redirects, and returns with the head of the response that is no redirect.
    /// - Throws: `PluginError` that names the URL, or `CancellationError`.
    public func send(_ request: TransportRequest) async throws -> TransportExchange {
        let limits = try TransferLimits(
            request, startingAt: stopwatch.elapsed(), failure: .urlSession)
        return try await RedirectRules(pluginID: Self.pluginID).send(request) { hop, _ in
            let transfer = start(try hop.urlRequest(), for: hop, limits: limits)
            return TransportExchange(
                response: try await transfer.mailbox.head(), body: transfer.mailbox.body)
        }
    }

    private func start(
        _ urlRequest: URLRequest, for request: TransportRequest, limits: TransferLimits
    ) -> Transfer {
        let ticket = slots.ticket()
        let transfer = Transfer(request: request, limits: limits, stopwatch: stopwatch) { [slots] in
            slots.leave(ticket)
        }
        transfer.watch()
        slots.enter(ticket, host: request.url.origin, priority: request.priority) {
            [session, delegate] in
            transfer.start(delegate.adopt(session.dataTask(with: urlRequest), for: transfer))
        }
        return transfer
    }
}

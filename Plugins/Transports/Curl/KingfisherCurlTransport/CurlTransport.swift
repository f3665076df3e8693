internal import Foundation
public import KingfisherCore
import Synchronization

/// HTTP and HTTPS by libcurl, on one thread for all requests.
///
/// It keeps connections, and neither cookies nor a cache nor credentials, so that requests of different users share
/// nothing else. A body that is read slowly holds its connection back: memory stays bounded. Safe to use from any task.
/// Bodies that are being read outlive the transport; its thread ends with the last of them.
public final class CurlTransport: ImageTransport {
    static let pluginID = "curl"
    static let schemes = ["http", "https"]

    private let configuration: Configuration
    private let rules: RedirectRules
    private let stopwatch = Stopwatch(ContinuousClock())
    /// Made with the first request, so that a transport that is never used costs no thread.
    private let engine = Lock<CurlEngine?>(nil)

    /// `http` and `https`.
    public var schemes: [String] { Self.schemes }

    /// Makes a transport with connections of its own.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        rules = RedirectRules(
            pluginID: Self.pluginID, refusesDowngrade: configuration.addressPolicy.isPublicOnly)
    }

    deinit { engine.withLock { $0?.finish() } }

    /// Sends a request, follows its redirects, and returns with the head of the response that is no redirect.
    /// - Throws: `PluginError` that names the URL, or `CancellationError`.
    public func send(_ request: TransportRequest) async throws -> TransportExchange {
        let start = stopwatch.elapsed()
        let limits = try TransferLimits(request, startingAt: start, failure: .curl)
        let engine = try startedEngine()
        return try await rules.send(request) { hop, redirectCount in
            try hop.check(schemes: Self.schemes, pluginID: Self.pluginID)
            try self.checkProxy(for: hop)
            let job = engine.submit(hop, limits: limits, start: start, redirectCount: redirectCount)
            let response = try await job.mailbox.head()
            return TransportExchange(
                response: response, body: job.mailbox.body, metrics: { job.metrics.value })
        }
    }

    private func checkProxy(for request: TransportRequest) throws {
        guard configuration.addressPolicy.isPublicOnly, case .url(let proxy) = configuration.proxy else {
            return
        }
        throw TransportFailure.curl.invalidRequest(
            request.url,
            "the transport is to reach public addresses only and to use the proxy \(proxy), which would look up "
                + "names itself; configure one of the two")
    }

    private func startedEngine() throws -> CurlEngine {
        try engine.withLock { engine in
            if let engine { return engine }
            let made = try CurlEngine(configuration: configuration, stopwatch: stopwatch)
            engine = made
            return made
        }
    }
}

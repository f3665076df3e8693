internal import Foundation

/// The rules of following a redirect (RFC 9110, section 15.4), for every transport alike.
///
/// They are applied here and not by the library beneath, so that each step is a request of its own: checked, counted
/// and put to the caller's handler. Credentials do not leave the origin that they were given for.
public struct RedirectRules: Sendable {
    private let failure: TransportFailure
    private let refusesDowngrade: Bool

    /// Makes the rules.
    /// - Parameters:
    ///   - pluginID: The transport's id, for its errors.
    ///   - refusesDowngrade: Whether a redirect from https to http is an error.
    public init(pluginID: String, refusesDowngrade: Bool = false) {
        failure = TransportFailure(pluginID: pluginID)
        self.refusesDowngrade = refusesDowngrade
    }

    /// Sends a request by `hop`, follows what redirects, and returns the first exchange that does not.
    ///
    /// The body of a redirect is read to its end, so that its connection can be used again.
    /// - Parameters:
    ///   - request: The request; its `maximumRedirects` bounds the hops.
    ///   - hop: Sends one request and follows nothing. It is told how many redirects came before.
    /// - Throws: `PluginError` with `.tooManyRedirects`, `.redirectRefused` or `.invalidResponse`;
    ///   `CancellationError`; what `hop` throws.
    public func send(
        _ request: TransportRequest,
        hop: (_ request: TransportRequest, _ redirectCount: Int) async throws -> TransportExchange
    ) async throws -> TransportExchange {
        var next = request
        var redirectCount = 0
        while true {
            try Task.checkCancellation()
            let exchange = try await hop(next, redirectCount)
            guard let location = Self.location(in: exchange.response) else { return exchange }
            guard redirectCount < request.maximumRedirects else {
                exchange.body.cancel()
                throw tooMany(from: request)
            }
            redirectCount += 1
            for try await _ in exchange.body {}
            next = try await follow(next, response: exchange.response, location: location)
        }
    }

    /// Where a response redirects to; nil where it is no redirect, or one without a location.
    private static func location(in response: TransportResponse) -> String? {
        [301, 302, 303, 307, 308].contains(response.statusCode) ? response.headers["Location"] : nil
    }

    /// The request to send next.
    private func follow(
        _ request: TransportRequest, response: TransportResponse, location: String
    ) async throws -> TransportRequest {
        let target = try target(of: location, from: request.url)
        var next = request
        next.url = target
        if Self.becomesGet(request.method, status: response.statusCode) {
            next.method = "GET"
            next.body = nil
            for name in ["Content-Type", "Content-Length", "Content-Encoding"] { next.headers[name] = nil }
        }
        if target.origin != request.url.origin {
            for name in ["Authorization", "Cookie", "Proxy-Authorization"] { next.headers[name] = nil }
        }
        if let handler = request.redirectHandler {
            guard let chosen = await handler(response, next) else {
                throw refused(request.url, to: target, "which the redirect handler refused")
            }
            next = chosen
        }
        let leavesTLS = Self.isSecure(request.url) && !Self.isSecure(next.url)
        guard !refusesDowngrade || !leavesTLS else {
            throw refused(request.url, to: next.url, "which gives up TLS; ask the owner for an https address")
        }
        return next
    }

    private func target(of location: String, from url: URL) throws(PluginError) -> URL {
        guard let target = URL(string: location, relativeTo: url)?.absoluteURL, let scheme = target.scheme
        else {
            throw failure.invalidResponse(
                url, "it redirects to \"\(location)\", which is no URL; report it to the server's owner")
        }
        guard ["http", "https"].contains(scheme.lowercased()), target.host?.isEmpty == false else {
            throw failure.error(
                .unsupportedURL,
                "\(url.absoluteString) redirects to \(target.absoluteString); only http and https are followed."
            )
        }
        return target
    }

    private func refused(_ url: URL, to target: URL, _ reason: String) -> PluginError {
        failure.error(
            .redirectRefused, "\(url.absoluteString) redirects to \(target.absoluteString), \(reason).")
    }

    /// The failure of a request that was redirected more often than it allows.
    private func tooMany(from request: TransportRequest) -> PluginError {
        failure.error(
            .tooManyRedirects,
            "\(request.url.absoluteString) redirects more than \(request.maximumRedirects) times, perhaps in "
                + "a loop. Open it with `curl -IL` to see where it leads, or allow more redirects.")
    }

    private static func becomesGet(_ method: String, status: Int) -> Bool {
        status == 303 ? method != "HEAD" : (status == 301 || status == 302) && method == "POST"
    }

    private static func isSecure(_ url: URL) -> Bool { url.scheme?.lowercased() == "https" }
}

internal import Foundation
internal import KingfisherCore

/// The rules of following a redirect (RFC 9110, section 15.4).
///
/// They are applied here and not by `URLSession`, so that each step is a request of its own: checked, counted and
/// put to the caller's handler.
enum Redirect {
    /// Where a response redirects to; nil where it is no redirect, or one without a location.
    static func location(in response: TransportResponse) -> String? {
        [301, 302, 303, 307, 308].contains(response.statusCode) ? response.headers["Location"] : nil
    }

    /// The request to send next.
    static func follow(
        _ request: TransportRequest, response: TransportResponse, location: String
    ) async throws -> TransportRequest {
        guard let target = URL(string: location, relativeTo: request.url)?.absoluteURL, target.host != nil
        else {
            throw TransferError.invalidResponse(
                request.url,
                "it redirects to \"\(location)\", which is no URL; report it to the server's owner")
        }
        var next = request
        next.url = target
        if becomesGet(request.method, status: response.statusCode) {
            next.method = "GET"
            next.body = nil
            for name in ["Content-Type", "Content-Length", "Content-Encoding"] { next.headers[name] = nil }
        }
        if origin(of: target) != origin(of: request.url) {
            for name in ["Authorization", "Cookie", "Proxy-Authorization"] { next.headers[name] = nil }
        }
        guard let handler = request.redirectHandler else { return next }
        guard let chosen = await handler(response, next) else {
            throw PluginError(
                .redirectRefused, pluginID: URLSessionTransport.pluginID,
                message:
                    "\(request.url.absoluteString) redirects to \(target.absoluteString), which the redirect "
                    + "handler refused.")
        }
        return chosen
    }

    /// The failure of a request that was redirected more often than it allows.
    static func tooMany(from request: TransportRequest) -> PluginError {
        PluginError(
            .tooManyRedirects, pluginID: URLSessionTransport.pluginID,
            message:
                "\(request.url.absoluteString) redirects more than \(request.maximumRedirects) times, perhaps in "
                + "a loop. Open it with `curl -IL` to see where it leads, or allow more redirects.")
    }

    private static func becomesGet(_ method: String, status: Int) -> Bool {
        status == 303 ? method != "HEAD" : (status == 301 || status == 302) && method == "POST"
    }

    /// Scheme, host and port in one comparable text.
    static func origin(of url: URL) -> String {
        let scheme = url.scheme?.lowercased() ?? ""
        let port = url.port ?? (scheme == "https" ? 443 : 80)
        return "\(scheme)://\(url.host?.lowercased() ?? ""):\(port)"
    }
}

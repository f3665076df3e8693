internal import Foundation
internal import FoundationNetworking
internal import KingfisherCore

/// The transport's failures: each names the URL and says what to do.
enum TransferError {
    static func unsupportedURL(_ url: URL, _ reason: String) -> PluginError {
        error(.unsupportedURL, "\(url.absoluteString) cannot be fetched: \(reason).")
    }

    static func invalidRequest(_ url: URL, _ reason: String) -> PluginError {
        error(.invalidRequest, "The request for \(url.absoluteString) cannot be sent: \(reason).")
    }

    static func invalidResponse(_ url: URL, _ reason: String, cause: (any Error)? = nil) -> PluginError {
        error(.invalidResponse, "\(url.absoluteString) gave no usable answer: \(reason).", cause: cause)
    }

    static func idleTimeout(_ url: URL, after limit: Duration) -> PluginError {
        error(
            .timedOut,
            "\(url.absoluteString) sent nothing for \(limit). Try again later or raise the idle timeout.")
    }

    static func totalTimeout(_ url: URL, after limit: Duration) -> PluginError {
        error(
            .timedOut,
            "\(url.absoluteString) was not complete after \(limit). Raise the total timeout for slow servers."
        )
    }

    static func bodyTooLarge(_ url: URL, limit: Int) -> PluginError {
        error(
            .bodyTooLarge,
            "The body of \(url.absoluteString) is longer than the \(limit) bytes that are allowed. Raise "
                + "the limit if the server is trusted.")
    }

    static func truncatedBody(
        _ url: URL, received: Int, expected: Int?, cause: (any Error)? = nil
    ) -> PluginError {
        let amount = expected.map { "\(received) of \($0) bytes" } ?? "\(received) bytes"
        return error(
            .truncatedBody, "The body of \(url.absoluteString) broke off after \(amount). Try again.",
            cause: cause)
    }

    /// What `URLSession` reported before a head had come.
    static func noResponse(_ url: URL, cause: SessionFailure) -> PluginError {
        let address = url.absoluteString
        switch cause.code {
        case .cannotFindHost, .dnsLookupFailed:
            return error(
                .connectionFailed,
                "The host \(url.host ?? "") of \(address) cannot be found. Check its name and the "
                    + "network.", cause: cause)
        case .cannotConnectToHost:
            return error(
                .connectionFailed,
                "\(address) cannot be reached: the connection was not accepted. Check that the "
                    + "server runs, and its port.", cause: cause)
        case .networkConnectionLost, .badServerResponse:
            return error(
                .connectionFailed, "\(address) closed the connection without an answer. Try again later.",
                cause: cause)
        case .secureConnectionFailed:
            return error(
                .connectionFailed,
                "\(address) cannot be reached securely. Check its certificate and that "
                    + "ca-certificates is installed.", cause: cause)
        case .timedOut:
            return error(
                .timedOut, "\(address) did not answer in time. Try again later.", cause: cause)
        default:
            return invalidResponse(
                url,
                "what came back is not HTTP that can be understood; check that the port is a web server's",
                cause: cause)
        }
    }

    private static func error(
        _ code: PluginError.Code, _ message: String, cause: (any Error)? = nil
    ) -> PluginError {
        PluginError(code, pluginID: URLSessionTransport.pluginID, message: message, cause: cause)
    }
}

package import Foundation

/// The failures that transports share: each names the URL and says what to do.
package struct TransportFailure: Sendable {
    /// The transport's id.
    package let pluginID: String

    package init(pluginID: String) {
        self.pluginID = pluginID
    }

    package func unsupportedURL(_ url: URL, _ reason: String) -> PluginError {
        error(.unsupportedURL, "\(url.absoluteString) cannot be fetched: \(reason).")
    }

    package func invalidRequest(_ url: URL, _ reason: String) -> PluginError {
        error(.invalidRequest, "The request for \(url.absoluteString) cannot be sent: \(reason).")
    }

    package func invalidResponse(
        _ url: URL, _ reason: String, cause: (any Error)? = nil
    ) -> PluginError {
        error(.invalidResponse, "\(url.absoluteString) gave no usable answer: \(reason).", cause: cause)
    }

    package func notHTTP(_ url: URL, cause: (any Error)? = nil) -> PluginError {
        invalidResponse(
            url, "what came back is not HTTP that can be understood; check that the port is a web server's",
            cause: cause)
    }

    package func idleTimeout(_ url: URL, after limit: Duration) -> PluginError {
        error(
            .timedOut,
            "\(url.absoluteString) sent nothing for \(limit). Try again later or raise the idle timeout.")
    }

    package func totalTimeout(_ url: URL, after limit: Duration) -> PluginError {
        error(
            .timedOut,
            "\(url.absoluteString) was not complete after \(limit). Raise the total timeout for slow servers."
        )
    }

    package func noAnswerInTime(_ url: URL, cause: (any Error)? = nil) -> PluginError {
        error(.timedOut, "\(url.absoluteString) did not answer in time. Try again later.", cause: cause)
    }

    package func bodyTooLarge(_ url: URL, limit: Int) -> PluginError {
        error(
            .bodyTooLarge,
            "The body of \(url.absoluteString) is longer than the \(limit) bytes that are allowed. Raise "
                + "the limit if the server is trusted.")
    }

    package func truncatedBody(
        _ url: URL, received: Int, expected: Int?, cause: (any Error)? = nil
    ) -> PluginError {
        let amount = expected.map { "\(received) of \($0) bytes" } ?? "\(received) bytes"
        return error(
            .truncatedBody, "The body of \(url.absoluteString) broke off after \(amount). Try again.",
            cause: cause)
    }

    package func unknownHost(_ url: URL, cause: (any Error)? = nil) -> PluginError {
        error(
            .connectionFailed,
            "The host \(url.host ?? "") of \(url.absoluteString) cannot be found. Check its name and the "
                + "network.", cause: cause)
    }

    package func notAccepted(_ url: URL, cause: (any Error)? = nil) -> PluginError {
        error(
            .connectionFailed,
            "\(url.absoluteString) cannot be reached: the connection was not accepted. Check that the "
                + "server runs, and its port.", cause: cause)
    }

    package func closedWithoutAnswer(_ url: URL, cause: (any Error)? = nil) -> PluginError {
        error(
            .connectionFailed,
            "\(url.absoluteString) closed the connection without an answer. Try again later.", cause: cause)
    }

    package func notSecure(_ url: URL, cause: (any Error)? = nil) -> PluginError {
        error(
            .connectionFailed,
            "\(url.absoluteString) cannot be reached securely. Check its certificate and that "
                + "ca-certificates is installed.", cause: cause)
    }

    package func error(
        _ code: PluginError.Code, _ message: String, cause: (any Error)? = nil
    ) -> PluginError {
        PluginError(code, pluginID: pluginID, message: message, cause: cause)
    }
}

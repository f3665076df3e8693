internal import CKingfisherCurl
internal import Foundation
internal import KingfisherCore

/// An error of libcurl's, in its own words.
struct CurlFailure: Error, CustomStringConvertible {
    let code: CURLcode
    let description: String

    init(_ code: CURLcode, text: String) {
        self.code = code
        let known = curl_easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
        description = "libcurl: \(text.isEmpty ? known : text)"
    }
}

/// A connection that the address policy did not allow.
struct AddressRefusal {
    let host: String
    let address: IPAddress
    let reason: String
}

extension TransportFailure {
    static let curl = TransportFailure(pluginID: CurlTransport.pluginID)

    func addressDenied(_ url: URL, _ refusal: AddressRefusal) -> PluginError {
        error(
            .addressDenied,
            "\(url.absoluteString) is not fetched: \(refusal.host) is at \(refusal.address), and "
                + "\(refusal.reason). Allow it in the transport's address policy if it is to be reached."
        )
    }

    /// What libcurl reported before a head had come.
    func noResponse(_ url: URL, cause: CurlFailure) -> PluginError {
        switch cause.code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: return unknownHost(url, cause: cause)
        case CURLE_COULDNT_CONNECT, CURLE_PROXY: return notAccepted(url, cause: cause)
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            return closedWithoutAnswer(url, cause: cause)
        case CURLE_OPERATION_TIMEDOUT: return noAnswerInTime(url, cause: cause)
        case CURLE_URL_MALFORMAT:
            return unsupportedURL(url, "libcurl does not understand it; check how it is written")
        case CURLE_OUT_OF_MEMORY:
            // libcurl's answer to a line of the head that is longer than its buffer.
            return invalidResponse(
                url,
                "a line of its header is longer than libcurl takes, or there is no memory left; report it to the server's owner",
                cause: cause)
        case let code where Self.tlsFailures.contains(code.rawValue): return notSecure(url, cause: cause)
        default: return notHTTP(url, cause: cause)
        }
    }

    /// What libcurl reported after the head had come.
    func brokenBody(_ url: URL, received: Int, expected: Int?, cause: CurlFailure) -> PluginError {
        switch cause.code {
        case CURLE_OPERATION_TIMEDOUT:
            error(
                .timedOut, "\(url.absoluteString) sent too slowly. Try again later or allow a lower speed.",
                cause: cause)
        case CURLE_BAD_CONTENT_ENCODING:
            invalidResponse(
                url, "the body is not encoded as its Content-Encoding says; report it to the server's owner",
                cause: cause)
        default: truncatedBody(url, received: received, expected: expected, cause: cause)
        }
    }

    private static let tlsFailures: Set<UInt32> = Set(
        [
            CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
        ].map(\.rawValue))
}

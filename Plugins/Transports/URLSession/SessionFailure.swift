internal import Foundation
internal import FoundationNetworking

/// An error of the session's, reduced to what helps a reader: Foundation's own description prints everything twice.
struct SessionFailure: Error, CustomStringConvertible {
    let code: URLError.Code
    let description: String

    init(_ error: any Error) {
        let reason = error.localizedDescription
        let code = (error as? URLError)?.code ?? .unknown
        // Foundation on Linux has no code for most of libcurl's TLS failures; only the text tells them.
        let isAboutTLS = code == .unknown && ["SSL", "TLS", "certificate"].contains { reason.contains($0) }
        self.code = isAboutTLS ? .secureConnectionFailed : code
        description = "URLSession: \(reason)"
    }
}

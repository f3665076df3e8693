internal import Foundation
internal import FoundationNetworking
internal import KingfisherCore

extension TransportFailure {
    static let urlSession = TransportFailure(pluginID: URLSessionTransport.pluginID)

    /// What `URLSession` reported before a head had come.
    func noResponse(_ url: URL, cause: SessionFailure) -> PluginError {
        switch cause.code {
        case .cannotFindHost, .dnsLookupFailed: unknownHost(url, cause: cause)
        case .cannotConnectToHost: notAccepted(url, cause: cause)
        case .networkConnectionLost, .badServerResponse: closedWithoutAnswer(url, cause: cause)
        case .secureConnectionFailed: notSecure(url, cause: cause)
        case .timedOut: noAnswerInTime(url, cause: cause)
        default: notHTTP(url, cause: cause)
        }
    }
}

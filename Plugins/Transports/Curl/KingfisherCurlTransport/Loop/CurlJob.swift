internal import Foundation
internal import KingfisherCore
import Synchronization

/// One request for the event thread.
final class CurlJob: Sendable {
    let ticket: Int
    let request: TransportRequest
    /// The origin, which counts its connections.
    let host: String
    let maximumBodyBytes: Int
    /// When the caller asked, redirects included.
    let start: Duration
    let redirectCount: Int
    let mailbox: TransferMailbox
    let metrics = MetricsBox()

    init(
        ticket: Int, request: TransportRequest, maximumBodyBytes: Int, start: Duration, redirectCount: Int,
        mailbox: TransferMailbox
    ) {
        self.ticket = ticket
        self.request = request
        host = request.url.origin
        self.maximumBodyBytes = maximumBodyBytes
        self.start = start
        self.redirectCount = redirectCount
        self.mailbox = mailbox
    }
}

/// What a request cost, once that is known.
final class MetricsBox: Sendable {
    private let metrics = Lock<NetworkMetrics?>(nil)

    var value: NetworkMetrics? { metrics.withLock { $0 } }

    func set(_ value: NetworkMetrics) {
        metrics.withLock { $0 = value }
    }
}

internal import CKingfisherCurl
internal import KingfisherCore

/// The event thread, as seen by the others: it takes jobs and orders about them.
final class CurlEngine: Sendable {
    private let orders: OrderBox
    private let stopwatch: Stopwatch
    private let configuration: CurlTransport.Configuration

    /// Starts the thread.
    /// - Throws: `PluginError` with `.ioFailed` where the system refuses what it needs.
    init(configuration: CurlTransport.Configuration, stopwatch: Stopwatch) throws {
        self.configuration = configuration
        self.stopwatch = stopwatch
        orders = try OrderBox()
        guard let loop = EventLoop(configuration: configuration, stopwatch: stopwatch, orders: orders) else {
            throw Self.refused
        }
        let context = Unmanaged.passRetained(loop)
        let status = kf_curl_start_thread(
            { context in
                kf_curl_name_thread()
                if let context { Unmanaged<EventLoop>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        guard status == 0 else {
            context.release()
            throw Self.refused
        }
    }

    /// Starts a request when its turn has come.
    func submit(
        _ request: TransportRequest, limits: TransferLimits, start: Duration, redirectCount: Int
    ) -> CurlJob {
        let ticket = orders.ticket()
        let state = TransferState(
            url: request.url, limits: limits, failure: .curl, now: stopwatch.elapsed(),
            bufferLimit: max(1, configuration.bufferBytes))
        let mailbox = TransferMailbox(state, elapsed: stopwatch.elapsed) { [orders] effects in
            if effects.cancelsSource {
                orders.put(.stop(ticket))
            } else if effects.resumesSource {
                orders.put(.resume(ticket))
            }
        }
        let job = CurlJob(
            ticket: ticket, request: request, maximumBodyBytes: limits.maximumBodyBytes, start: start,
            redirectCount: redirectCount, mailbox: mailbox)
        orders.put(.start(job))
        return job
    }

    /// Lets the thread end when nothing is under way any more.
    func finish() {
        orders.put(.finish)
    }

    static var refused: PluginError {
        TransportFailure.curl.error(
            .ioFailed,
            "The system refuses what a transport needs, a thread and three files. See `ulimit -n` and `ulimit -u`."
        )
    }
}

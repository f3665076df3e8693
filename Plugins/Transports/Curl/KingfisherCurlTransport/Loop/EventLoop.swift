internal import CKingfisherCurl
internal import Foundation
internal import KingfisherCore

/// Everything that happens on the event thread: it alone touches libcurl.
final class EventLoop {
    /// Milliseconds without an event after which HTTP/2 transfers are looked after.
    private static let patience: Int64 = 20

    private let configuration: CurlTransport.Configuration
    private let stopwatch: Stopwatch
    private let orders: OrderBox
    private let loop: OpaquePointer
    private var queue: AdmissionQueue
    private var waiting: [Int: CurlJob] = [:]
    /// Those under way, by ticket and by libcurl's handle.
    private var running: [Int: RunningTransfer] = [:]
    private var tickets: [UnsafeMutableRawPointer: Int] = [:]
    private var idleHandles: [EasyHandle] = []
    private let touched = TouchedTransfers()
    /// Those over that nobody was told of yet.
    private var done: [(transfer: RunningTransfer, result: CURLcode)] = []
    private var http2 = HTTP2Hosts()
    private var clock = TimeCheck()
    private var isFinishing = false

    init?(configuration: CurlTransport.Configuration, stopwatch: Stopwatch, orders: OrderBox) {
        self.configuration = configuration
        self.stopwatch = stopwatch
        self.orders = orders
        let connections = max(1, configuration.connectionsPerHost)
        let requests = max(1, configuration.maximumRequests)
        guard let loop = kf_curl_loop_new(orders.signal, connections, requests) else { return nil }
        self.loop = loop
        // The first one finds out what the host speaks, and the others share its connection.
        let isMultiplexed = configuration.httpVersion == .http2PriorKnowledge
        queue = AdmissionQueue(hostLimit: isMultiplexed ? 1 : connections, limit: requests)
    }

    deinit {
        idleHandles = []
        kf_curl_loop_free(loop)
    }

    /// Runs until the transport is gone and nothing is under way.
    func run() {
        while true {
            for order in orders.takeAll() { obey(order) }
            startWhoMay()
            deliver()
            if isFinishing, queue.isEmpty, orders.close() { return }
            turn()
            checkTime()
        }
    }

    /// Waits for something to happen and lets libcurl act on it.
    ///
    /// libcurl 7.88 may hold data of one HTTP/2 stream that it took in for another, and forget to ask to be called; so it is
    /// called now and then while requests share connections.
    private func turn() {
        let wait = clock.wait(from: stopwatch.elapsed())
        guard http2.isSpoken, !running.isEmpty else {
            kf_curl_loop_turn(loop, wait)
            return
        }
        let isQuiet = !kf_curl_loop_turn(loop, wait < 0 ? Self.patience : min(wait, Self.patience))
        if isQuiet { kf_curl_loop_nudge(loop) }
    }

    private func obey(_ order: OrderBox.Order) {
        switch order {
        case .start(let job):
            waiting[job.ticket] = job
            queue.enter(job.ticket, host: job.host, priority: job.request.priority)
            clock.note(job.mailbox.checkTime(), from: stopwatch.elapsed())
        case .stop(let ticket): remove(ticket)
        case .resume(let ticket): running[ticket]?.resume()
        case .finish: isFinishing = true
        }
    }

    /// Fills the room that those leave who are done.
    ///
    /// It comes before anything is handed on: servers work at the new requests while readers are woken.
    private func startWhoMay() {
        repeat {
            while let ticket = queue.admit() {
                if let job = waiting.removeValue(forKey: ticket) { start(job) }
            }
            kf_curl_loop_act_if_due(loop)
        } while takeOutThoseDone()
    }

    private func start(_ job: CurlJob) {
        let now = stopwatch.elapsed()
        guard job.mailbox.withState({ $0.start(now: now) }) else { return remove(job.ticket) }
        guard let handle = idleHandles.popLast() ?? EasyHandle() else {
            return fail(job, "the system has no memory for it")
        }
        let manner = http2.manner(of: job, configuration.httpVersion)
        let transfer = RunningTransfer(
            job: job, handle: handle, policy: configuration.addressPolicy,
            needsConnection: manner == .http2OnConnection,
            bufferLimit: max(1, configuration.bufferBytes), touched: touched)
        handle.prepare(job.request, configuration, manner)
        if let missing = handle.lacks {
            putAway(handle)
            return fail(job, "libcurl cannot do what it asks for (\(missing))")
        }
        transfer.listen()
        guard kf_curl_loop_add(loop, handle.curl) else { return fail(job, "libcurl does not take it") }
        running[job.ticket] = transfer
        tickets[handle.curl] = job.ticket
    }

    private func fail(_ job: CurlJob, _ reason: String) {
        let error = TransportFailure.curl.invalidRequest(job.request.url, reason)
        job.mailbox.change { state, _ in state.complete(error) }
        remove(job.ticket)
    }

    /// Forgets a transfer, wherever it is; one under way ends at once.
    private func remove(_ ticket: Int) {
        queue.leave(ticket)
        waiting[ticket] = nil
        if let transfer = running.removeValue(forKey: ticket) { letGo(transfer) }
    }

    private func letGo(_ transfer: RunningTransfer) {
        takeOut(transfer)
        putAway(transfer.handle)
    }

    private func takeOut(_ transfer: RunningTransfer) {
        kf_curl_loop_remove(loop, transfer.handle.curl)
        tickets[transfer.handle.curl] = nil
        transfer.isOver = true
    }

    private func putAway(_ handle: EasyHandle) {
        handle.reset()
        idleHandles.append(handle)
    }

    /// Makes room for others where transfers are over. Returns whether there were any.
    private func takeOutThoseDone() -> Bool {
        var result = CURLE_OK
        var hasChanged = false
        while let handle = kf_curl_loop_next_done(loop, &result) {
            guard let ticket = tickets[handle], let transfer = running.removeValue(forKey: ticket) else {
                continue
            }
            hasChanged = true
            if transfer.lacksConnection {
                http2.forget(transfer.job.host)
                letGo(transfer)
                start(transfer.job)
                continue
            }
            note(transfer.handle.metrics(of: transfer.job, until: stopwatch.elapsed()), of: transfer.job)
            takeOut(transfer)
            queue.leave(ticket)
            done.append((transfer, result))
        }
        return hasChanged
    }

    private func note(_ metrics: NetworkMetrics, of job: CurlJob) {
        job.metrics.set(metrics)
        guard let name = metrics.protocolName else { return }
        let isMultiplexed = http2.note(job.host, speaks: name)
        queue.setLimit(
            isMultiplexed ? configuration.streamsPerHost : configuration.connectionsPerHost, host: job.host)
    }

    /// Hands on what has arrived since the last time, in one piece for each transfer.
    private func deliver() {
        for transfer in touched.takeAll() where !transfer.isOver { transfer.deliver(nil) }
        for (transfer, result) in done {
            transfer.deliver(result)
            putAway(transfer.handle)
        }
        done.removeAll(keepingCapacity: true)
    }

    private func checkTime() {
        guard clock.isDue(at: stopwatch.elapsed()) else { return }
        for transfer in running.values { transfer.noteTrafficOnTheWire(now: stopwatch.elapsed()) }
        let mailboxes = running.values.map(\.job.mailbox) + waiting.values.map(\.mailbox)
        for mailbox in mailboxes { clock.note(mailbox.checkTime(), from: stopwatch.elapsed()) }
    }
}

/// Transfers to which something has come.
final class TouchedTransfers {
    private var list: [RunningTransfer] = []

    func add(_ transfer: RunningTransfer) {
        list.append(transfer)
    }

    func takeAll() -> [RunningTransfer] {
        if list.isEmpty { return [] }
        defer { list.removeAll(keepingCapacity: true) }
        return list
    }
}

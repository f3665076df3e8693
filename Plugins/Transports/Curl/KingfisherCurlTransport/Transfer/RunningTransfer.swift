internal import CKingfisherCurl
internal import Foundation
internal import KingfisherCore

/// A transfer that libcurl works at: what its callbacks gather, until it is handed on. For the event thread.
final class RunningTransfer {
    let job: CurlJob
    let handle: EasyHandle
    /// Whether the loop has let go of it.
    var isOver = false
    /// Whether a connection was to be there and is not. Nothing has been sent then.
    private(set) var lacksConnection = false
    private let policy: AddressPolicy
    private let needsConnection: Bool
    private let bufferLimit: Int
    private let touched: TouchedTransfers
    private var reader = HeadReader()
    private var head: TransportResponse?
    private var body = Data()
    private var receivedBytes = 0
    /// Bytes that waited for the reader when last seen, which since then can only have become fewer.
    private var waitingBytes = 0
    private var isTouched = false
    private var isHeldBack = false
    private var traffic: Int64 = 0
    private var isHeadTooLong = false
    private var isConnectionAllowed = false
    private var refusal: AddressRefusal?

    init(
        job: CurlJob, handle: EasyHandle, policy: AddressPolicy, needsConnection: Bool, bufferLimit: Int,
        touched: TouchedTransfers
    ) {
        self.job = job
        self.handle = handle
        self.policy = policy
        self.needsConnection = needsConnection
        self.bufferLimit = bufferLimit
        self.touched = touched
    }

    /// Has libcurl call back. The handle is reset before the transfer is let go.
    func listen() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        kf_curl_set_header_function(
            handle.curl,
            { bytes, size, count, context in
                RunningTransfer.of(context)?.receiveHeader(bytes, size * count) ?? 0
            }, context)
        kf_curl_set_body_function(
            handle.curl,
            { bytes, size, count, context in
                RunningTransfer.of(context)?.receiveBody(bytes, size * count) ?? 0
            }, context)
        kf_curl_set_socket_function(
            handle.curl,
            { context, _, address in
                guard let address, RunningTransfer.of(context)?.mayConnect(to: address) == true else {
                    return CURL_SOCKET_BAD
                }
                return kf_curl_open_socket(address)
            }, context)
    }

    /// Goes on after the reader has caught up.
    func resume() {
        guard isHeldBack else { return }
        isHeldBack = false
        waitingBytes = 0
        curl_easy_pause(handle.curl, CURLPAUSE_CONT)
    }

    /// Hands on what has come since the last time, and the end where there is a result.
    func deliver(_ result: CURLcode?) {
        isTouched = false
        traffic = handle.traffic
        let (newHead, chunk) = (head, body)
        (head, body) = (nil, Data())
        job.mailbox.change { state, now in
            var effects = TransferState.Effects()
            state.noteProgress(now: now)
            if let newHead { effects.add(state.receive(newHead, now: now)) }
            effects.add(state.receive(chunk, now: now))
            if let result {
                effects.add(state.complete(failure(result, state)))
            } else if isHeldBack {
                effects.add(state.holdBack(now: now))
            }
            waitingBytes = state.waitingBytes
            return effects
        }
    }

    /// Counts traffic that reaches no callback as a sign of life: a request's body, bytes that are not decoded yet.
    func noteTrafficOnTheWire(now: Duration) {
        let seen = handle.traffic
        guard seen != traffic else { return }
        traffic = seen
        job.mailbox.withState { $0.noteProgress(now: now) }
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> RunningTransfer? {
        context.map { Unmanaged<RunningTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func touch() {
        if isTouched { return }
        isTouched = true
        touched.add(self)
    }

    private func receiveHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        touch()
        let wasComplete = reader.isComplete
        guard reader.take(UnsafeRawBufferPointer(start: bytes, count: count)) else {
            isHeadTooLong = true
            return 0
        }
        if !wasComplete { head = reader.response(to: job.request) }
        return count
    }

    private func receiveBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        touch()
        if waitingBytes + body.count >= bufferLimit {
            isHeldBack = true
            return Int(CURL_WRITEFUNC_PAUSE)
        }
        receivedBytes += count
        if let bytes {
            bytes.withMemoryRebound(to: UInt8.self, capacity: count) { body.append($0, count: count) }
        }
        // The bound holds within a delivery too: a small piece may decode to a very large one.
        return receivedBytes <= job.maximumBodyBytes ? count : 0
    }

    private func mayConnect(to address: UnsafePointer<curl_sockaddr>) -> Bool {
        if needsConnection {
            lacksConnection = true
            return false
        }
        var bytes = [UInt8](repeating: 0, count: 16)
        var port: UInt16 = 0
        let count = kf_curl_address(address, &bytes, &port)
        guard let address = IPAddress(bytes: Array(bytes.prefix(count))) else { return false }
        let host = job.request.url.host ?? ""
        if let reason = policy.refusal(of: address, port: Int(port), host: host) {
            refusal = AddressRefusal(host: host, address: address, reason: reason)
            return false
        }
        isConnectionAllowed = true
        return true
    }

    private func failure(_ result: CURLcode, _ state: TransferState) -> PluginError? {
        let (url, failure) = (job.request.url, TransportFailure.curl)
        if receivedBytes > job.maximumBodyBytes {
            return failure.bodyTooLarge(url, limit: job.maximumBodyBytes)
        }
        if isHeadTooLong { return failure.notHTTP(url) }
        if let refusal, !isConnectionAllowed { return failure.addressDenied(url, refusal) }
        guard result != CURLE_OK else { return nil }
        let cause = CurlFailure(result, text: handle.failureText)
        if let head = state.head {
            return failure.brokenBody(
                url, received: state.receivedBytes, expected: head.expectedBodyBytes, cause: cause)
        }
        return failure.noResponse(url, cause: cause)
    }
}

internal import CKingfisherCurl
internal import KingfisherCore
import Synchronization

/// What other threads want of the event thread, in order. Putting something in wakes it.
final class OrderBox: Sendable {
    enum Order: Sendable {
        case start(CurlJob)
        /// Ends a transfer, or takes it out of the queue.
        case stop(Int)
        /// Goes on with a transfer whose body was not taken.
        case resume(Int)
        /// Nothing more will start.
        case finish
    }

    private struct State {
        var orders: [Order] = []
        var lastTicket = 0
        var isClosed = false
    }

    /// What wakes the loop.
    // Safe: raising is one system call on a descriptor that lives as long as the box.
    nonisolated(unsafe) let signal: OpaquePointer
    private let state = Lock(State())

    init() throws {
        guard let signal = kf_curl_signal_new() else { throw CurlEngine.refused }
        self.signal = signal
    }

    deinit { kf_curl_signal_free(signal) }

    /// The next number for a job.
    func ticket() -> Int {
        state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
    }

    /// Hands over an order; without effect once the thread has ended, since then nothing is under way.
    func put(_ order: Order) {
        let mustWake = state.withLock { state in
            guard !state.isClosed else { return false }
            state.orders.append(order)
            return state.orders.count == 1
        }
        if mustWake { kf_curl_signal_raise(signal) }
    }

    /// Takes everything out.
    func takeAll() -> [Order] {
        state.withLock { state in
            defer { state.orders = [] }
            return state.orders
        }
    }

    /// Takes nothing more, unless something is there still.
    func close() -> Bool {
        state.withLock { state in
            if state.orders.isEmpty { state.isClosed = true }
            return state.isClosed
        }
    }
}

internal import KingfisherCore
import Synchronization

/// Starts transfers as their turns come.
///
/// `URLSession` would queue them as well, but starts their timeouts at once, so that a long queue times out unserved.
final class HostSlots: Sendable {
    typealias Start = @Sendable () -> Void

    private struct State {
        var queue: AdmissionQueue
        var starts: [Int: Start] = [:]
        var lastTicket = 0
    }

    private let state: Lock<State>

    init(limit: Int) {
        state = Lock(State(queue: AdmissionQueue(hostLimit: limit)))
    }

    func ticket() -> Int {
        state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
    }

    /// Calls `start` as soon as there is room: now, or from within the `leave` of another.
    func enter(_ ticket: Int, host: String, priority: Double, start: @escaping Start) {
        state.withLock { state in
            state.starts[ticket] = start
            state.queue.enter(ticket, host: host, priority: priority)
        }
        startNext()
    }

    /// Gives up a slot, or a place in the queue.
    func leave(_ ticket: Int) {
        state.withLock { state in
            state.starts[ticket] = nil
            state.queue.leave(ticket)
        }
        startNext()
    }

    private func startNext() {
        while let start = takeNext() { start() }
    }

    private func takeNext() -> Start? {
        state.withLock { state in
            state.queue.admit().flatMap { state.starts.removeValue(forKey: $0) }
        }
    }
}

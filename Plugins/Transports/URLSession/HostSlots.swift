internal import KingfisherCore
import Synchronization

/// Admits a bounded number of transfers for each host; the others wait, the most urgent first.
///
/// `URLSession` would queue them as well, but starts their timeouts at once, so that a long queue times out unserved.
final class HostSlots: Sendable {
    /// Stands for one transfer, running or waiting.
    typealias Ticket = Int

    private struct Waiter {
        let ticket: Ticket
        let priority: Double
        let start: @Sendable () -> Void
    }

    private struct Host {
        var running: Set<Ticket> = []
        var waiting: [Waiter] = []
    }

    private struct State {
        var lastTicket = 0
        var hosts: [String: Host] = [:]
    }

    private let limit: Int
    private let state = Lock(State())

    init(limit: Int) {
        self.limit = limit
    }

    func ticket() -> Ticket {
        state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
    }

    /// Calls `start` as soon as there is room: now, or from within the `leave` of another.
    func enter(_ ticket: Ticket, host: String, priority: Double, start: @escaping @Sendable () -> Void) {
        let isAdmitted = state.withLock { state in
            if state.hosts[host, default: Host()].running.count < limit {
                state.hosts[host, default: Host()].running.insert(ticket)
                return true
            }
            let waiter = Waiter(ticket: ticket, priority: priority, start: start)
            state.hosts[host, default: Host()].waiting.append(waiter)
            return false
        }
        if isAdmitted { start() }
    }

    /// Gives up a ticket, whether it runs, waits or was given up before.
    func leave(_ ticket: Ticket, host: String) {
        let next: Waiter? = state.withLock { state in
            guard var entry = state.hosts[host] else { return nil }
            defer { state.hosts[host] = entry.running.isEmpty && entry.waiting.isEmpty ? nil : entry }
            entry.waiting.removeAll { $0.ticket == ticket }
            guard entry.running.remove(ticket) != nil else { return nil }
            let urgency = entry.waiting.map(\.priority).max()
            guard let index = entry.waiting.firstIndex(where: { $0.priority == urgency }) else { return nil }
            let waiter = entry.waiting.remove(at: index)
            entry.running.insert(waiter.ticket)
            return waiter
        }
        next?.start()
    }
}

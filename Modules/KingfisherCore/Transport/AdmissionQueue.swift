/// Admits a bounded number of requests for each host and in all; the others wait, the most urgent first.
///
/// It knows them by their tickets alone, so that a long queue moves no more than these.
package struct AdmissionQueue {
    /// Stands for one request, running or waiting; the later one is the greater.
    package typealias Ticket = Int

    private struct Host {
        var limit: Int
        var running = 0
        var waiting = WaitingLine()
    }

    private let limit: Int
    private let hostLimit: Int
    private var running = 0
    private var hosts: [String: Host] = [:]
    private var tickets: [Ticket: (host: String, isRunning: Bool)] = [:]

    /// - Parameters:
    ///   - hostLimit: How many run at once for a host, unless `setLimit` says otherwise; at least 1.
    ///   - limit: How many run at once in all, at least 1.
    package init(hostLimit: Int, limit: Int = .max) {
        self.hostLimit = max(1, hostLimit)
        self.limit = max(1, limit)
    }

    /// Whether nobody runs or waits.
    package var isEmpty: Bool { tickets.isEmpty }

    /// Lets a request wait for its turn, which `admit` gives.
    package mutating func enter(_ ticket: Ticket, host: String, priority: Double) {
        tickets[ticket] = (host, false)
        hosts[host, default: Host(limit: hostLimit)].waiting.add(ticket, priority: priority)
    }

    /// Gives up a ticket, whether it runs, waits or was given up before.
    package mutating func leave(_ ticket: Ticket) {
        guard let (name, isRunning) = tickets.removeValue(forKey: ticket), var host = hosts[name] else {
            return
        }
        hosts[name] = nil
        if isRunning {
            running -= 1
            host.running -= 1
        } else {
            host.waiting.remove(ticket)
        }
        hosts[name] = host.running == 0 && host.waiting.isEmpty ? nil : host
    }

    /// Changes how many may run at once for a host, for example since it takes many over one connection. That holds
    /// until nobody runs or waits for the host.
    package mutating func setLimit(_ limit: Int, host: String) {
        hosts[host]?.limit = max(1, limit)
    }

    /// The next request whose turn it is, nil where all others have to wait.
    package mutating func admit() -> Ticket? {
        guard running < limit, running < tickets.count else { return nil }
        var best: (host: String, turn: WaitingLine.Turn)?
        for (name, host) in hosts where host.running < host.limit {
            guard let turn = host.waiting.next else { continue }
            if best.map({ $0.turn < turn }) ?? true { best = (name, turn) }
        }
        guard let best else { return nil }
        hosts[best.host]?.waiting.removeNext()
        hosts[best.host]?.running += 1
        running += 1
        tickets[best.turn.ticket] = (best.host, true)
        return best.turn.ticket
    }
}

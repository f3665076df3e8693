/// Names one waiter of one piece of shared work.
struct SharedWorkTicket<Key: Hashable & Sendable>: Hashable, Sendable {
    let key: Key
    fileprivate let entry: Int
    fileprivate let waiter: Int
}

/// Who waits for which piece of shared work: the transitions alone, without tasks or locks.
///
/// Each transition is one step, so that two callers can never both start the same work, and each returns what
/// its caller has to do outside the lock.
struct SharedWorkTable<Key: Hashable & Sendable, Waiter, Work> {
    typealias Ticket = SharedWorkTicket<Key>

    private struct Entry {
        let id: Int
        var waiters: [(id: Int, waiter: Waiter)]
        var work: Work?
    }

    private var entries: [Key: Entry] = [:]
    private var lastID = 0

    /// Adds a waiter, finding the work or creating its entry.
    /// - Returns: The waiter's ticket, and whether the caller has to start the work.
    mutating func join(_ key: Key, waiter: Waiter) -> (ticket: Ticket, starts: Bool) {
        lastID += 1
        let waiterID = lastID
        if let entry = entries[key] {
            entries[key]?.waiters.append((waiterID, waiter))
            return (Ticket(key: key, entry: entry.id, waiter: waiterID), false)
        }
        lastID += 1
        entries[key] = Entry(id: lastID, waiters: [(waiterID, waiter)])
        return (Ticket(key: key, entry: lastID, waiter: waiterID), true)
    }

    /// Notes the running work of an entry, so that the last waiter to leave can end it.
    mutating func attach(_ work: Work, to ticket: Ticket) {
        guard entries[ticket.key]?.id == ticket.entry else { return }
        entries[ticket.key]?.work = work
    }

    /// Takes a waiter out.
    /// - Returns: The waiter, nil when it had its result already, and the work to cancel when it was the last one.
    mutating func leave(_ ticket: Ticket) -> (waiter: Waiter?, abandoned: Work?) {
        guard var entry = entries[ticket.key], entry.id == ticket.entry,
            let index = entry.waiters.firstIndex(where: { $0.id == ticket.waiter })
        else { return (nil, nil) }
        let waiter = entry.waiters.remove(at: index).waiter
        entries[ticket.key] = entry.waiters.isEmpty ? nil : entry
        return (waiter, entry.waiters.isEmpty ? entry.work : nil)
    }

    /// The waiters of an entry that is still there, to tell them of progress.
    func waiters(of ticket: Ticket) -> [Waiter] {
        guard let entry = entries[ticket.key], entry.id == ticket.entry else { return [] }
        return entry.waiters.map(\.waiter)
    }

    /// Ends an entry: whoever asks from now on starts anew.
    /// - Returns: The waiters to give the result to.
    mutating func finish(_ ticket: Ticket) -> [Waiter] {
        guard let entry = entries[ticket.key], entry.id == ticket.entry else { return [] }
        entries[ticket.key] = nil
        return entry.waiters.map(\.waiter)
    }
}

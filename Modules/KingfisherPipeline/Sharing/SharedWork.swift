import KingfisherCore
import Synchronization

/// Work that several callers may want at the same time, done once.
///
/// Whoever asks first starts it, later ones wait for the same result, and the last one to be cancelled ends it.
final class SharedWork<Key: Hashable & Sendable, Value: Sendable, Event: Sendable>: Sendable {
    private struct Waiter {
        let continuation: CheckedContinuation<Value, any Error>
        let onEvent: (@Sendable (Event) -> Void)?
    }

    private typealias Table = SharedWorkTable<Key, Waiter, Task<Void, Never>>
    private let table = Lock(Table())

    /// Tells all waiters of progress.
    typealias Emit = @Sendable (Event) -> Void

    /// The work's result, joined or started.
    /// - Parameters:
    ///   - key: Equal keys share.
    ///   - onEvent: Told of progress from now on.
    ///   - work: What to do when nobody does it yet.
    /// - Throws: What `work` throws, or `CancellationError` as soon as the calling task is cancelled.
    func value(
        for key: Key, onEvent: (@Sendable (Event) -> Void)? = nil,
        work: @escaping @Sendable (@escaping Emit) async throws -> Value
    ) async throws -> Value {
        let seat = Lock<(ticket: Table.Ticket?, isCancelled: Bool)>((nil, false))
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let ticket = join(key, Waiter(continuation: continuation, onEvent: onEvent), work: work)
                let isCancelled = seat.withLock { seat in
                    seat.ticket = ticket
                    return seat.isCancelled
                }
                if isCancelled { leave(ticket) }
            }
        } onCancel: {
            let ticket = seat.withLock { seat in
                seat.isCancelled = true
                return seat.ticket
            }
            if let ticket { leave(ticket) }
        }
    }

    private func join(
        _ key: Key, _ waiter: Waiter, work: @escaping @Sendable (@escaping Emit) async throws -> Value
    ) -> Table.Ticket {
        table.withLock { table in
            let (ticket, starts) = table.join(key, waiter: waiter)
            // Detached: the work belongs to all its waiters, so it inherits nothing from the first one.
            if starts {
                table.attach(Task.detached { await self.perform(work, ticket: ticket) }, to: ticket)
            }
            return ticket
        }
    }

    private func perform(_ work: (@escaping Emit) async throws -> Value, ticket: Table.Ticket) async {
        let result: Result<Value, any Error>
        do {
            result = .success(
                try await work { event in
                    for waiter in self.table.withLock({ $0.waiters(of: ticket) }) { waiter.onEvent?(event) }
                })
        } catch {
            result = .failure(error)
        }
        for waiter in table.withLock({ $0.finish(ticket) }) { waiter.continuation.resume(with: result) }
    }

    private func leave(_ ticket: Table.Ticket) {
        let (waiter, abandoned) = table.withLock { $0.leave(ticket) }
        abandoned?.cancel()
        waiter?.continuation.resume(throwing: CancellationError())
    }
}

internal import KingfisherCore
import Synchronization

/// State behind a lock that tasks can wait on: each change wakes exactly the tasks whose condition now holds.
///
/// Nothing here polls. Conditions run under the lock, so they must be short and pure.
package final class WatchedState<Value: Sendable>: Sendable {
    private struct Waiter {
        let holds: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Void, any Error>
    }

    private enum Enrolment { case met, cancelled, waiting }

    private struct Storage {
        var value: Value
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
    }

    private let storage: Lock<Storage>

    package init(_ value: Value) {
        storage = Lock(Storage(value: value))
    }

    package var value: Value {
        storage.withLock { $0.value }
    }

    /// Changes the state, then resumes the tasks whose condition has become true.
    @discardableResult
    package func update<Result: Sendable>(_ change: (inout Value) -> Result) -> Result {
        let (result, ready) = storage.withLock { storage in
            let result = change(&storage.value)
            let met = storage.waiters.filter { $0.value.holds(storage.value) }
            for id in met.keys { storage.waiters[id] = nil }
            return (result, met.values.map(\.continuation))
        }
        for continuation in ready { continuation.resume() }
        return result
    }

    /// Returns when the condition holds; throws `TestKitFailure` after `limit`, `CancellationError` on cancellation.
    package func wait(
        upTo limit: Duration, for subject: String, until holds: @escaping @Sendable (Value) -> Bool
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.wait(until: holds) }
            group.addTask {
                try await Task.sleep(for: limit)
                throw TestKitFailure(
                    "gave up after \(limit) waiting for \(subject); the state was \(self.value)")
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Returns when the condition holds, however long that takes; throws `CancellationError` on cancellation.
    package func wait(until holds: @escaping @Sendable (Value) -> Bool) async throws {
        let id = storage.withLock { storage in
            storage.nextWaiter += 1
            return storage.nextWaiter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enroll(Waiter(holds: holds, continuation: continuation), as: id)
            }
        } onCancel: {
            let waiter = storage.withLock { $0.waiters.removeValue(forKey: id) }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    /// The cancelled flag is read under the lock: a cancellation before it is seen here, a later one finds the waiter.
    private func enroll(_ waiter: Waiter, as id: Int) {
        let outcome: Enrolment = storage.withLock { storage in
            if waiter.holds(storage.value) { return .met }
            if Task.isCancelled { return .cancelled }
            storage.waiters[id] = waiter
            return .waiting
        }
        switch outcome {
        case .met: waiter.continuation.resume()
        case .cancelled: waiter.continuation.resume(throwing: CancellationError())
        case .waiting: break
        }
    }
}

import Foundation
import KingfisherCore
import Synchronization
import Testing

@Suite("Callback queues", .timeLimit(.minutes(1)))
struct CallbackQueueTests {
    private final class Counting: CallbackOperationQueue {
        private let counter = Atomic(0)
        var count: Int { counter.load(ordering: .relaxed) }

        func add(_ number: Int) { counter.add(number, ordering: .relaxed) }

        func addOperation(_ block: @escaping @Sendable () -> Void) {
            add(1)
            block()
        }
    }

    @Test("Untouched means at once, on the same thread")
    func untouch() {
        let counter = Counting()
        CallbackQueue.untouch.execute { counter.add(5) }
        #expect(counter.count == 5)
    }

    @Test("A dispatch queue and a queue of one's own run the block there")
    func queues() async {
        let queue = DispatchQueue(label: "callback-test")
        let key = DispatchSpecificKey<Int>()
        queue.setSpecific(key: key, value: 42)
        let value = await withCheckedContinuation { continuation in
            CallbackQueue.dispatch(queue).execute {
                continuation.resume(returning: DispatchQueue.getSpecific(key: key))
            }
        }
        #expect(value == 42)
        let own = Counting()
        CallbackQueue.operationQueue(own).execute {}
        #expect(own.count == 1)
    }

    /// A queue that loses what it is given.
    private final class Dropping: CallbackOperationQueue {
        let drops = AsyncStream<Void>.makeStream()

        func addOperation(_ block: @escaping @Sendable () -> Void) { drops.continuation.yield() }
    }

    @Test("Work on a queue gives its result or its error")
    func work() async throws {
        let queue = CallbackQueue.dispatch(DispatchQueue(label: "work"))
        #expect(try await queue.run { 7 } == 7)
        #expect(try await CallbackQueue.untouch.run { 8 } == 8)
        await #expect(throws: PluginError.self) {
            try await queue.run { throw PluginError(.corrupt, pluginID: "test", message: "It fails.") }
        }
    }

    @Test("Work that runs hears of the caller's cancellation, and its end counts no more")
    func cancelledWork() async throws {
        let queue = DispatchQueue(label: "work")
        let (started, start) = AsyncStream<Void>.makeStream()
        let task = Task {
            try await CallbackQueue.dispatch(queue).run {
                start.yield()
                while !WorkCancellation.isCancelled { usleep(100) }
                return 7
            }
        }
        for await _ in started { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        // Behind the work on a serial queue: it has ended.
        #expect(try await CallbackQueue.dispatch(queue).run { !WorkCancellation.isCancelled })
    }

    @Test("A cancelled wait ends although the queue has lost the work")
    func lostWork() async throws {
        let queue = Dropping()
        let task = Task { try await CallbackQueue.operationQueue(queue).run { 7 } }
        for await _ in queue.drops.stream { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("Work of a task that is cancelled beforehand never runs")
    func cancelledBefore() async throws {
        let counter = Counting()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await CallbackQueue.untouch.run { counter.add(1) }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(counter.count == 0)
    }
}

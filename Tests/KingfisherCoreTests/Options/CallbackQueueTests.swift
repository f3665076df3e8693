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
}

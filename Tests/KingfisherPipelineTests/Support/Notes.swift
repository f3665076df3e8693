import KingfisherCore
import Synchronization

/// What closures noted, readable from the test.
final class Notes<Value: Sendable>: Sendable {
    private let values = Lock<[Value]>([])
    private let signal = AsyncStream<Void>.makeStream()

    var all: [Value] { values.withLock { $0 } }

    func add(_ value: Value) {
        values.withLock { $0.append(value) }
        signal.continuation.yield()
    }

    /// Returns once something has been noted since the last wait.
    func wait() async {
        for await _ in signal.stream { return }
    }
}

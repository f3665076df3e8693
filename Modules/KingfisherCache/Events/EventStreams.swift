internal import KingfisherCore
internal import Synchronization

/// Hands events to all who listen.
final class EventStreams: Sendable {
    private typealias Continuation = AsyncStream<ImageCacheEvent>.Continuation

    private struct Listeners {
        var continuations: [Int: Continuation] = [:]
        var lastNumber = 0
    }

    /// Events kept for a listener that is behind; the oldest are dropped beyond that.
    private static let mostWaiting = 1000

    private let listeners = Lock(Listeners())

    deinit {
        // Not under the lock: ending a stream runs foreign code, and its handler below.
        for continuation in listeners.withLock({ $0.continuations.values.map(\.self) }) {
            continuation.finish()
        }
    }

    /// A stream of the events from now on.
    func stream() -> AsyncStream<ImageCacheEvent> {
        let (stream, continuation) = AsyncStream<ImageCacheEvent>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.mostWaiting))
        let number = listeners.withLock { listeners in
            listeners.lastNumber += 1
            listeners.continuations[listeners.lastNumber] = continuation
            return listeners.lastNumber
        }
        continuation.onTermination = { [weak self] _ in self?.end(number) }
        return stream
    }

    func send(_ event: ImageCacheEvent) {
        for continuation in listeners.withLock({ $0.continuations.values.map(\.self) }) {
            continuation.yield(event)
        }
    }

    private func end(_ number: Int) {
        listeners.withLock { _ = $0.continuations.removeValue(forKey: number) }
    }
}

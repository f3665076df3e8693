import Foundation
import KingfisherCache
import KingfisherCore
import KingfisherMemoryStorage
import Synchronization

extension ImageCache {
    /// A cache with the tests' codec.
    static func test(
        _ tiers: [any DataStorage], decoder: TestDecoder = TestDecoder(), unavailable: (any Error)? = nil,
        pool: WorkPool = .processing
    ) -> ImageCache {
        ImageCache(
            name: "test", memoryStorage: MemoryStorage.Backend(config: .init(totalCostLimit: 1 << 24)),
            tiers: tiers,
            codecs: ImageCodecs(
                decoders: [decoder], encoders: [TestEncoder(format: .jpeg), TestEncoder(format: .png)]),
            unavailable: unavailable, processingPool: pool)
    }
}

/// The calls of a completion handler.
final class Calls<Value: Sendable>: Sendable {
    private let values = Lock([Value]())
    private let stream: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    var count: Int { values.withLock { $0.count } }

    /// The handler itself.
    func call(_ value: Value) {
        values.withLock { $0.append(value) }
        continuation.yield(value)
    }

    /// The first call's value, when it has come.
    func first() async -> Value {
        for await value in stream { return value }
        preconditionFailure("the stream never ends")
    }
}

/// A queue on which it can be seen that one is on it.
final class MarkedQueue: Sendable {
    private static let key = DispatchSpecificKey<Bool>()
    private let queue = DispatchQueue(label: "marked")

    init() { queue.setSpecific(key: Self.key, value: true) }

    var callback: CallbackQueue { .dispatch(queue) }
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}

func parsed(_ items: KingfisherOptionsInfoItem...) -> KingfisherParsedOptionsInfo {
    KingfisherParsedOptionsInfo(items)
}

extension CacheStoreResult {
    /// The code of the tiers' failure, nil for success.
    var diskErrorCode: Int? {
        if case .failure(let error) = diskCacheResult { error.errorCode } else { nil }
    }
}

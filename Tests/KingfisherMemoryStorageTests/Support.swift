import Foundation
import KingfisherCore
import KingfisherMemoryStorage
import Synchronization

/// A value that costs what it is told to.
struct Thing: CacheCostCalculable, Equatable, Sendable {
    var name: String
    var cacheCost: Int

    init(_ name: String, cost: Int = 1) {
        self.name = name
        self.cacheCost = cost
    }
}

/// A clock that stands still until it is told to go on.
final class SteppedClock: Sendable {
    private let time = Mutex(Date(timeIntervalSinceReferenceDate: 800_000_000))

    var now: @Sendable () -> Date {
        { self.time.withLock { $0 } }
    }

    func advance(by seconds: TimeInterval) {
        time.withLock { $0 += seconds }
    }
}

/// A value that runs a closure when it is let go of.
final class Witness: CacheCostCalculable, Sendable {
    let cacheCost = 1
    private let onEnd: @Sendable () -> Void

    init(onEnd: @escaping @Sendable () -> Void) {
        self.onEnd = onEnd
    }

    deinit { onEnd() }
}

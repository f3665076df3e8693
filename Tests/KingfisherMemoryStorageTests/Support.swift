import KingfisherCore
import KingfisherMemoryStorage

/// A value that costs what it is told to.
struct Thing: CacheCostCalculable, Equatable, Sendable {
    var name: String
    var cacheCost: Int

    init(_ name: String, cost: Int = 1) {
        self.name = name
        self.cacheCost = cost
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

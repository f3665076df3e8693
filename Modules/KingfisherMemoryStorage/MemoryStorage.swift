public import Foundation
public import KingfisherCore

/// Keeps values in memory, each with a cost and a lifetime.
public enum MemoryStorage {
    /// How much a memory storage keeps, and for how long.
    public struct Config: Sendable {
        /// The sum of the costs of all values, usually bytes; 0 or less for no limit.
        ///
        /// Never exceeded: older values go before a new one comes in, and a value that costs more than this alone
        /// is not kept.
        public var totalCostLimit: Int
        /// The number of values; 0 or less for no limit.
        public var countLimit: Int
        /// How long a value lives when it is stored without an expiration of its own.
        public var expiration: StorageExpiration
        /// Seconds between two sweeps that let go of expired values; 0 or less for no sweeps.
        ///
        /// An expired value is never handed out, swept or not.
        public var cleanInterval: TimeInterval

        /// Makes a configuration.
        public init(
            totalCostLimit: Int, countLimit: Int = .max, expiration: StorageExpiration = .seconds(300),
            cleanInterval: TimeInterval = 120
        ) {
            self.totalCostLimit = totalCostLimit
            self.countLimit = countLimit
            self.expiration = expiration
            self.cleanInterval = cleanInterval
        }
    }
}

extension MemoryStorage.Config {
    /// The cost limit with "none" spelled as a number.
    var effectiveCostLimit: Int { totalCostLimit > 0 ? totalCostLimit : .max }
    /// The count limit with "none" spelled as a number.
    var effectiveCountLimit: Int { countLimit > 0 ? countLimit : .max }
}

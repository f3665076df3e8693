public import Foundation
public import KingfisherCore

/// Keeps values in memory, each with a cost and a lifetime.
public enum MemoryStorage {
    /// Which values go when there is no room.
    public enum Policy: Hashable, Sendable {
        /// Those that were read least while they waited in line: S3-FIFO. Many values that are read once push out
        /// none that are read again and again.
        ///
        /// A value that costs more than a tenth of the room is not kept when it comes for the first time, only when
        /// it comes again.
        case s3FIFO
        /// Those that were not read or stored for the longest time.
        case lru
    }

    /// How much a memory storage keeps, and for how long.
    public struct Config: Sendable {
        /// The sum of the costs of all values, usually bytes; 0 or less for no limit.
        ///
        /// Never exceeded: older values go before a new one comes in. A storage with room for 512 MB or more is divided
        /// into up to 16 parts by key, none smaller than 256 MB, and a value that costs more than a part is not kept.
        public var totalCostLimit: Int
        /// The number of values; 0 or less for no limit. From 8,192 on divided as the costs are.
        public var countLimit: Int
        /// How long a value lives when it is stored without an expiration of its own.
        public var expiration: StorageExpiration
        /// Seconds between two sweeps that let go of expired values; 0 or less for no sweeps.
        ///
        /// An expired value is never handed out, swept or not.
        public var cleanInterval: TimeInterval
        /// Which values go when there is no room.
        public var policy: Policy
        /// What goes when the machine, or the control group of the process, becomes short of memory.
        public var pressureResponse: PressureResponse

        /// Makes a configuration.
        /// - Parameter totalCostLimit: Unless given, a quarter of the memory that this process may use.
        public init(
            totalCostLimit: Int = MemoryStorage.defaultCostLimit, countLimit: Int = .max,
            expiration: StorageExpiration = .seconds(300), cleanInterval: TimeInterval = 120,
            policy: Policy = .s3FIFO, pressureResponse: PressureResponse = .standard
        ) {
            self.totalCostLimit = totalCostLimit
            self.countLimit = countLimit
            self.expiration = expiration
            self.cleanInterval = cleanInterval
            self.policy = policy
            self.pressureResponse = pressureResponse
        }
    }

    /// A quarter of the machine's memory, or of the least limit of the control groups that this process is in, in
    /// bytes. Read anew each time.
    public static var defaultCostLimit: Int { MachineMemory().usable / 4 }
}

extension MemoryStorage.Config {
    /// The limits with "none" spelled as a number.
    var room: Room {
        Room(
            cost: totalCostLimit > 0 ? totalCostLimit : .max, count: countLimit > 0 ? countLimit : .max)
    }

    /// A policy for one of so many parts.
    func makePolicy(parts: Int) -> any EvictionPolicy {
        let room = room.divided(by: parts)
        return switch policy {
        case .s3FIFO: S3FIFO(room: room)
        case .lru: LeastRecentlyUsed(room: room)
        }
    }
}

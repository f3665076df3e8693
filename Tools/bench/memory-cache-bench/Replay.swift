import Foundation
import KingfisherCore
import KingfisherMemoryStorage

/// Reads every value of a trace, and stores it where it is missing.
struct Replay {
    let policy: MemoryStorage.Policy
    let room: Int

    /// The part of the reads that found their value.
    /// - Parameter trace: Numbers of 8 bytes, least byte first; each value costs 1.
    func hitRatio(of trace: Data) -> Double {
        let config = MemoryStorage.Config(
            totalCostLimit: room, expiration: .never, cleanInterval: 0, policy: policy)
        let storage = MemoryStorage.Backend<Thing>(config: config)
        let value = Thing(cost: 1)
        trace.withUnsafeBytes { bytes in
            for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
                let key = String(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                if storage.value(forKey: key) == nil { storage.store(value: value, forKey: key) }
            }
        }
        return storage.statistics.hitRatio ?? 0
    }
}

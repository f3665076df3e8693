import Foundation
import KingfisherCore
import KingfisherMemoryStorage

/// What reading and storing costs, ours and NSCache's in turn.
struct Speed {
    private let rounds = 7
    private let reads = 400_000
    private let sets = 100_000
    private let keys = (0..<1000).map { "https://example.org/pictures/2026/\($0)/photo-large.jpg" }

    func report() throws {
        let (storage, cache) = filled()
        let ours = median { timeReads(storage) }
        let theirs = median { timeReads(cache) }
        print(
            "get of a resident value, URL-string key: \(format(ours)) ns; NSCache \(format(theirs)) ns, "
                + "\(format(theirs / ours)) times")
        let one = median { elapsed { timeReads(storage) } }
        let two = median { elapsed { inTwoThreads { timeReads(storage, keys: $0) } } }
        print("two threads on two cores, gets a second: \(format(2 * one / two)) times one thread")
        let setting = median { timeSets(ours: true) }
        let theirSetting = median { timeSets(ours: false) }
        print(
            "\(sets) sets over 500 keys with room for 250: \(format(setting)) ns each; "
                + "NSCache \(format(theirSetting)) ns, \(format(theirSetting / setting)) times")
    }

    private func filled() -> (MemoryStorage.Backend<Thing>, NSCache<NSString, Thing>) {
        let storage = MemoryStorage.Backend<Thing>(config: .init())
        let cache = NSCache<NSString, Thing>()
        for key in keys {
            storage.store(value: Thing(cost: 1), forKey: key)
            cache.setObject(Thing(cost: 1), forKey: NSString(string: key), cost: 1)
        }
        return (storage, cache)
    }

    /// Nanoseconds of processor time for a read.
    @discardableResult
    private func timeReads(_ storage: MemoryStorage.Backend<Thing>, keys: [String]? = nil) -> Double {
        let keys = keys ?? self.keys
        return perCall(reads) { call in storage.value(forKey: keys[call % keys.count]) != nil }
    }

    private func timeReads(_ cache: NSCache<NSString, Thing>) -> Double {
        // As a program in Swift has to ask it: with a key made of a string.
        perCall(reads) { call in cache.object(forKey: NSString(string: keys[call % keys.count])) != nil }
    }

    private func timeSets(ours: Bool) -> Double {
        let storage = MemoryStorage.Backend<Thing>(config: .init(totalCostLimit: 250))
        let cache = NSCache<NSString, Thing>()
        cache.totalCostLimit = 250
        return perCall(sets) { call in
            let key = keys[call * 7 % 500]
            if ours {
                storage.store(value: Thing(cost: 1), forKey: key)
            } else {
                cache.setObject(Thing(cost: 1), forKey: NSString(string: key), cost: 1)
            }
            return true
        }
    }

    private func perCall(_ calls: Int, _ body: (Int) -> Bool) -> Double {
        var clock = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &clock)
        let start = clock
        for call in 0..<calls where !body(call) { fatalError("a value that was stored is missing") }
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &clock)
        let nanoseconds = (clock.tv_sec - start.tv_sec) * 1_000_000_000 + clock.tv_nsec - start.tv_nsec
        return Double(nanoseconds) / Double(calls)
    }

    private func elapsed(_ body: () -> Void) -> Double {
        let start = ContinuousClock.now
        body()
        return (ContinuousClock.now - start) / .nanoseconds(1)
    }

    /// Runs two at a time, each with keys of its own memory and in another order: as two requests would have them.
    private func inTwoThreads(_ body: @Sendable ([String]) -> Void) {
        let copies = (0..<2).map { thread in
            keys.indices.map { String(decoding: Array(keys[($0 + thread * 500) % 1000].utf8), as: UTF8.self) }
        }
        DispatchQueue.concurrentPerform(iterations: 2) { body(copies[$0]) }
    }

    /// The median of the rounds.
    private func median(_ round: () -> Double) -> Double {
        (0..<rounds).map { _ in round() }.sorted()[rounds / 2]
    }

    private func format(_ value: Double) -> String {
        String(format: value < 10 ? "%.2f" : "%.0f", value)
    }
}

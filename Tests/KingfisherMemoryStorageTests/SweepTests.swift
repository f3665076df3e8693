import Foundation
import KingfisherCore
import KingfisherMemoryStorage
import KingfisherTestKit
import Synchronization
import Testing

@Suite("Sweeping and letting go", .timeLimit(.minutes(1)))
struct SweepTests {
    @Test("The timer lets go of expired values without anybody asking")
    func timerSweeps() async {
        let clock = ManualClock()
        let config = MemoryStorage.Config(totalCostLimit: 0, expiration: .seconds(10), cleanInterval: 0.005)
        let storage = MemoryStorage.Backend<Witness>(config: config, now: clock.dateSource)
        await withCheckedContinuation { continuation in
            storage.store(value: Witness { continuation.resume() }, forKey: "a")
            clock.advance(by: .seconds(10))
        }
        #expect(storage.count == 0)
    }

    @Test("A new interval takes effect at once, also after the storage was empty for a while")
    func newIntervalTakesEffect() async {
        let clock = ManualClock()
        let config = MemoryStorage.Config(totalCostLimit: 0, expiration: .seconds(10), cleanInterval: 3600)
        let storage = MemoryStorage.Backend<Witness>(config: config, now: clock.dateSource)
        for _ in 0..<3 {
            await withCheckedContinuation { continuation in
                storage.store(value: Witness { continuation.resume() }, forKey: "a")
                clock.advance(by: .seconds(10))
                storage.config.cleanInterval = 0.005
            }
        }
        #expect(storage.count == 0)
    }

    @Test("The timer does not keep the storage alive, and the storage lets go of its values")
    func timerHoldsNothing() async {
        await withCheckedContinuation { continuation in
            let config = MemoryStorage.Config(totalCostLimit: 0, cleanInterval: 0.001)
            let storage = MemoryStorage.Backend<Witness>(config: config)
            storage.store(value: Witness { continuation.resume() }, forKey: "a")
        }
    }

    @Test("A value that uses the storage while it ends does not lock it up")
    func valuesEndOutsideTheLock() {
        let config = MemoryStorage.Config(totalCostLimit: 0, countLimit: 1)
        let storage = MemoryStorage.Backend<Witness>(config: config)
        let ended = Atomic(0)
        func witness() -> Witness {
            Witness { [weak storage] in
                _ = storage?.isCached(forKey: "a")
                ended.add(1, ordering: .relaxed)
            }
        }
        storage.store(value: witness(), forKey: "a")
        storage.store(value: witness(), forKey: "a")
        storage.store(value: witness(), forKey: "evicts")
        storage.remove(forKey: "evicts")
        storage.store(value: witness(), forKey: "a")
        storage.removeAll()
        storage.store(value: witness(), forKey: "a")
        storage.config.totalCostLimit = 1
        storage.store(value: witness(), forKey: "a", expiration: .expired)
        #expect(ended.load(ordering: .relaxed) == 6)
    }

    @Test("Threads that store, read, remove and reconfigure leave the books balanced")
    func survivesThreads() async {
        let config = MemoryStorage.Config(totalCostLimit: 500, cleanInterval: 0.001)
        let storage = MemoryStorage.Backend<Thing>(config: config)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for step in 0..<3000 {
                        let key = "\((step &* 31 &+ worker &* 7) % 97)"
                        storage.store(value: Thing(key, cost: step % 50), forKey: key)
                        if let thing = storage.value(forKey: key) { #expect(thing.name == key) }
                        if step % 5 == 0 { storage.remove(forKey: key) }
                        if step % 500 == 0 { storage.config.countLimit = 50 + worker }
                        if step % 700 == 0 { storage.removeExpired() }
                        #expect(storage.totalCacheCost() <= 500)
                    }
                }
            }
        }
        for number in 0..<97 { storage.remove(forKey: "\(number)") }
        #expect(storage.count == 0)
        #expect(storage.totalCacheCost() == 0)
    }
}

import Foundation
import KingfisherCore
import KingfisherMemoryStorage
import KingfisherTestKit
import Testing

@Suite("The limits of the memory storage", .timeLimit(.minutes(1)))
struct LimitTests {
    private func storage(
        cost: Int = 0, count: Int = .max
    ) -> MemoryStorage.Backend<Thing> {
        MemoryStorage.Backend(config: .init(totalCostLimit: cost, countLimit: count, policy: .lru))
    }

    @Test("A stored value comes back, another key has none")
    func storesAndReads() {
        let storage = storage()
        storage.store(value: Thing("a"), forKey: "a")
        #expect(storage.value(forKey: "a") == Thing("a"))
        #expect(storage.value(forKey: "b") == nil)
    }

    @Test("The least recently used value goes first, by cost")
    func evictsByCost() {
        let storage = storage(cost: 100)
        for name in ["a", "b", "c"] { storage.store(value: Thing(name, cost: 30), forKey: name) }
        _ = storage.value(forKey: "a")
        storage.store(value: Thing("d", cost: 40), forKey: "d")
        #expect(storage.value(forKey: "b") == nil)
        #expect(
            storage.isCached(forKey: "a") && storage.isCached(forKey: "c") && storage.isCached(forKey: "d"))
        #expect(storage.totalCacheCost() == 100)
    }

    @Test("The least recently used value goes first, by count")
    func evictsByCount() {
        let storage = storage(count: 3)
        for name in ["a", "b", "c"] { storage.store(value: Thing(name), forKey: name) }
        storage.store(value: Thing("a again"), forKey: "a")
        storage.store(value: Thing("d"), forKey: "d")
        #expect(storage.count == 3)
        #expect(!storage.isCached(forKey: "b"))
        #expect(storage.value(forKey: "a")?.name == "a again")
    }

    @Test("Asking whether a key is cached does not count as a use")
    func askingIsNoUse() {
        let storage = storage(count: 2)
        storage.store(value: Thing("a"), forKey: "a")
        storage.store(value: Thing("b"), forKey: "b")
        #expect(storage.isCached(forKey: "a"))
        storage.store(value: Thing("c"), forKey: "c")
        #expect(!storage.isCached(forKey: "a"))
    }

    @Test("A value above the cost limit is not kept and pushes nothing out but its own older value")
    func refusesTheTooLarge() {
        let storage = storage(cost: 100)
        storage.store(value: Thing("a", cost: 60), forKey: "a")
        storage.store(value: Thing("b", cost: 40), forKey: "b")
        storage.store(value: Thing("b", cost: 101), forKey: "b")
        #expect(storage.isCached(forKey: "a"))
        #expect(!storage.isCached(forKey: "b"))
        #expect(storage.totalCacheCost() == 60)
    }

    @Test("Replacing a value counts its new cost only")
    func replacingCountsOnce() {
        let storage = storage(cost: 100)
        storage.store(value: Thing("a", cost: 60), forKey: "a")
        storage.store(value: Thing("b", cost: 40), forKey: "b")
        storage.store(value: Thing("a", cost: 55), forKey: "a")
        #expect(storage.totalCacheCost() == 95)
        #expect(storage.isCached(forKey: "b"))
    }

    @Test("Zero means no limit, a negative cost counts as none, the largest cost does not overflow")
    func extremes() {
        let unlimited = storage(cost: 0, count: 0)
        for number in 0..<1000 { unlimited.store(value: Thing("x", cost: 1 << 30), forKey: "\(number)") }
        #expect(unlimited.count == 1000)
        let storage = storage()
        storage.store(value: Thing("a", cost: -5), forKey: "a")
        #expect(storage.totalCacheCost() == 0)
        storage.store(value: Thing("b", cost: .max), forKey: "b")
        storage.store(value: Thing("c", cost: .max), forKey: "c")
        #expect(storage.totalCacheCost() == .max)
        #expect(storage.isCached(forKey: "c"))
    }

    @Test("Lower limits take effect when they are set")
    func limitsTakeEffect() {
        let storage = storage()
        for name in ["a", "b", "c"] { storage.store(value: Thing(name, cost: 10), forKey: name) }
        storage.config.totalCostLimit = 20
        #expect(storage.totalCacheCost() == 20)
        storage.config.countLimit = 1
        #expect(storage.count == 1)
        #expect(storage.isCached(forKey: "c"))
    }

    @Test("Removed values are gone, one or all")
    func removes() {
        let storage = storage()
        for name in ["a", "b", "c"] { storage.store(value: Thing(name, cost: 10), forKey: name) }
        storage.remove(forKey: "a")
        storage.remove(forKey: "never stored")
        #expect(storage.value(forKey: "a") == nil)
        #expect(storage.totalCacheCost() == 20)
        storage.removeAll()
        #expect(storage.count == 0)
        #expect(storage.totalCacheCost() == 0)
        storage.store(value: Thing("b"), forKey: "b")
        #expect(storage.value(forKey: "b") == Thing("b"))
    }

    @Test("It keeps exactly what a plain list of keys in order of use would keep")
    func agreesWithModel() {
        let storage = storage(count: 8)
        var model: [String] = []
        var random = RepeatableRandom(seed: 42)
        for step in 0..<20_000 {
            let key = "k\(Int.random(in: 0..<24, using: &random))"
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                storage.store(value: Thing(key), forKey: key)
                model.removeAll { $0 == key }
                model.append(key)
                if model.count > 8 { model.removeFirst() }
            case 5..<9:
                let isThere = storage.value(forKey: key) != nil
                #expect(isThere == model.contains(key), "step \(step)")
                if isThere {
                    model.removeAll { $0 == key }
                    model.append(key)
                }
            default:
                storage.remove(forKey: key)
                model.removeAll { $0 == key }
            }
            #expect(storage.count == model.count, "step \(step)")
        }
    }
}

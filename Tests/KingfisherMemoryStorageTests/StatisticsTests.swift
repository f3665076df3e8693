import KingfisherCore
import KingfisherMemoryStorage
import Testing

@Suite("What a memory storage tells of itself", .timeLimit(.minutes(1)))
struct StatisticsTests {
    @Test("Hits, misses, admissions and evictions are counted, values and costs are those of now")
    func counts() {
        let config = MemoryStorage.Config(totalCostLimit: 30, policy: .lru)
        let storage = MemoryStorage.Backend<Thing>(config: config)
        #expect(storage.statistics.hitRatio == nil)
        for name in ["a", "b", "c", "d"] { storage.store(value: Thing(name, cost: 10), forKey: name) }
        _ = storage.value(forKey: "a")
        for name in ["b", "c", "d"] { _ = storage.value(forKey: name) }
        storage.remove(forKey: "d")
        _ = storage.isCached(forKey: "b")
        let statistics = storage.statistics
        #expect(statistics.hits == 3 && statistics.misses == 1)
        #expect(statistics.admitted == 4 && statistics.evictions == 1)
        #expect(statistics.count == 2 && statistics.cost == 20)
        #expect(statistics.hitRatio == 0.75)
    }

    @Test("A smaller part lets go of what matters least, and counts it")
    func shrinks() {
        let storage = MemoryStorage.Backend<Thing>(config: .init(totalCostLimit: 100, policy: .lru))
        for name in 0..<10 { storage.store(value: Thing("\(name)", cost: 10), forKey: "\(name)") }
        storage.shrink(to: 0.5)
        #expect(storage.totalCacheCost() == 50)
        #expect((5..<10).allSatisfy { storage.isCached(forKey: "\($0)") })
        storage.shrink(to: 1)
        storage.shrink(to: 7)
        #expect(storage.count == 5)
        storage.shrink(to: 0)
        #expect(storage.count == 0)
        #expect(storage.statistics.evictions == 10)
    }
}

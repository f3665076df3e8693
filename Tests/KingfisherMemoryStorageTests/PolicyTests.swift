import Foundation
import KingfisherCore
import KingfisherMemoryStorage
import KingfisherTestKit
import Testing

@Suite("S3-FIFO in the memory storage", .timeLimit(.minutes(1)))
struct PolicyTests {
    private func storage(cost: Int) -> MemoryStorage.Backend<Thing> {
        MemoryStorage.Backend(config: .init(totalCostLimit: cost, expiration: .never))
    }

    private func fill(
        _ storage: MemoryStorage.Backend<Thing>, _ names: some Sequence<Int>, prefix: String = ""
    ) {
        for name in names { storage.store(value: Thing("\(name)"), forKey: "\(prefix)\(name)") }
    }

    @Test("A scan of values that are read once pushes out none that are read again")
    func resistsScans() {
        let storage = storage(cost: 1000)
        fill(storage, 0..<1000)
        for name in 0..<500 {
            for _ in 0..<3 { #expect(storage.value(forKey: "\(name)") != nil) }
        }
        fill(storage, 0..<2000, prefix: "scan ")
        let left = (0..<500).filter { storage.isCached(forKey: "\($0)") }.count
        #expect(left == 500)
        #expect(storage.totalCacheCost() <= 1000)
    }

    @Test("A value that comes back soon after it left is kept for longer than a new one")
    func remembersWhoLeft() {
        let storage = storage(cost: 100)
        fill(storage, 0..<100)
        fill(storage, 100..<150)
        let gone = (0..<100).filter { !storage.isCached(forKey: "\($0)") }
        fill(storage, gone.prefix(5))
        fill(storage, 0..<60, prefix: "new ")
        #expect(gone.prefix(5).allSatisfy { storage.isCached(forKey: "\($0)") })
    }

    @Test(
        "A value of more than a tenth of the room is kept when it comes again, and pushes out nothing before")
    func admitsLargeValuesLater() {
        let storage = storage(cost: 100)
        fill(storage, 0..<100)
        storage.store(value: Thing("large", cost: 11), forKey: "large")
        #expect(!storage.isCached(forKey: "large"))
        #expect(storage.count == 100)
        storage.store(value: Thing("large", cost: 11), forKey: "large")
        #expect(storage.isCached(forKey: "large"))
        #expect(storage.totalCacheCost() <= 100)
        storage.store(value: Thing("never", cost: 101), forKey: "never")
        storage.store(value: Thing("never", cost: 101), forKey: "never")
        #expect(!storage.isCached(forKey: "never"))
    }

    @Test(
        "Values, costs and counts agree with the limits whatever happens",
        arguments: [MemoryStorage.Policy.s3FIFO, .lru])
    func keepsTheBooks(policy: MemoryStorage.Policy) {
        let config = MemoryStorage.Config(totalCostLimit: 400, countLimit: 60, policy: policy)
        let storage = MemoryStorage.Backend<Thing>(config: config)
        var costs: [String: Int] = [:]
        var random = RepeatableRandom(seed: 7)
        for step in 0..<20_000 {
            let key = "k\(Int.random(in: 0..<200, using: &random))"
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                let cost = Int.random(in: 0..<50, using: &random)
                storage.store(value: Thing(key, cost: cost), forKey: key)
                costs[key] = cost
            case 4..<9:
                if let thing = storage.value(forKey: key) {
                    #expect(thing.name == key && thing.cacheCost == costs[key], "step \(step)")
                }
            default:
                storage.remove(forKey: key)
                #expect(!storage.isCached(forKey: key))
            }
            if step % 2000 == 0 {
                let kept = costs.filter { storage.isCached(forKey: $0.key) }
                #expect(kept.count == storage.count, "step \(step)")
                #expect(kept.values.reduce(0, +) == storage.totalCacheCost(), "step \(step)")
            }
            #expect(storage.totalCacheCost() <= 400 && storage.count <= 60, "step \(step)")
        }
    }

    @Test("More room, less room and another policy keep what fits, in any number of parts")
    func rearranges() {
        let storage = MemoryStorage.Backend<Thing>(config: .init(totalCostLimit: 1 << 20))
        fill(storage, 0..<300)
        storage.config.totalCostLimit = 16 << 30
        #expect((0..<300).allSatisfy { storage.value(forKey: "\($0)")?.name == "\($0)" })
        storage.config.policy = .lru
        #expect((0..<300).allSatisfy { storage.value(forKey: "\($0)")?.name == "\($0)" })
        storage.config.totalCostLimit = 100
        #expect(storage.count == 100)
        #expect(storage.totalCacheCost() == 100)
        storage.config.totalCostLimit = 0
        fill(storage, 0..<300)
        #expect(storage.count == 300)
    }

    @Test("Threads lose nothing while the parts are rearranged")
    func rearrangesUnderThreads() async {
        let storage = MemoryStorage.Backend<Thing>(config: .init(totalCostLimit: 0))
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<3 {
                group.addTask {
                    for step in 0..<500 {
                        storage.store(value: Thing("\(step)"), forKey: "\(worker) \(step)")
                        #expect(storage.value(forKey: "\(worker) \(step)")?.name == "\(step)")
                    }
                }
            }
            group.addTask {
                for step in 0..<20 { storage.config.totalCostLimit = [1 << 20, 0, 3 << 30][step % 3] }
            }
        }
        #expect(storage.count == 1500)
    }
}

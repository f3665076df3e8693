import Foundation
import KingfisherCore
import KingfisherMemoryStorage
import KingfisherTestKit
import Testing

@Suite("Values that had to go while somebody holds them", .timeLimit(.minutes(1)))
struct HeldValueTests {
    private final class Shared: CacheCostCalculable, WeaklyFindable {
        let cacheCost: Int
        init(_ cost: Int = 1) { cacheCost = cost }
    }

    private let clock = ManualClock()

    private func storage(cost: Int = 10, policy: MemoryStorage.Policy = .lru) -> MemoryStorage.Backend<Shared>
    {
        let config = MemoryStorage.Config(
            totalCostLimit: cost, expiration: .seconds(10), cleanInterval: 0, policy: policy)
        return MemoryStorage.Backend(config: config, now: clock.dateSource)
    }

    private func pushOut(_ storage: MemoryStorage.Backend<Shared>) {
        for number in 0..<20 { storage.store(value: Shared(), forKey: "other \(number)") }
    }

    @Test(
        "It is found again, is in the storage then, and counts as a hit",
        arguments: [MemoryStorage.Policy.lru, .s3FIFO])
    func findsAgain(policy: MemoryStorage.Policy) {
        let storage = storage(policy: policy)
        let held = Shared()
        storage.store(value: held, forKey: "a")
        pushOut(storage)
        #expect(!storage.isCached(forKey: "a"))
        #expect(storage.value(forKey: "a") === held)
        #expect(storage.isCached(forKey: "a"))
        #expect(storage.statistics.hits == 1 && storage.statistics.misses == 0)
        #expect(storage.totalCacheCost() <= 10)
    }

    @Test("One that nobody holds is gone")
    func losesOthers() {
        let storage = storage()
        storage.store(value: Shared(), forKey: "a")
        pushOut(storage)
        #expect(storage.value(forKey: "a") == nil)
        #expect(storage.statistics.misses == 1)
    }

    @Test("One that was too large to be kept is found too")
    func findsRefused() {
        let storage = storage(policy: .s3FIFO)
        let held = Shared(500)
        storage.store(value: held, forKey: "a")
        #expect(storage.count == 0)
        #expect(storage.value(forKey: "a") === held)
        #expect(storage.value(forKey: "a") === held)
    }

    @Test("One that was removed, replaced, or whose time is over is not found")
    func findsNothingOld() {
        let storage = storage()
        let held = Shared()
        func loseIt() {
            storage.store(value: held, forKey: "a")
            pushOut(storage)
        }
        loseIt()
        storage.remove(forKey: "a")
        #expect(storage.value(forKey: "a") == nil)
        loseIt()
        storage.removeAll()
        #expect(storage.value(forKey: "a") == nil)
        loseIt()
        storage.store(value: Shared(), forKey: "a", expiration: .expired)
        #expect(storage.value(forKey: "a") == nil)
        loseIt()
        clock.advance(by: .seconds(10))
        #expect(storage.value(forKey: "a") == nil)
    }

    @Test("Thousands that were held once leave no trace")
    func forgetsTheReleased() {
        let storage = storage()
        let kept = (0..<100).map { _ in Shared() }
        for (number, shared) in kept.enumerated() { storage.store(value: shared, forKey: "kept \(number)") }
        for number in 0..<3000 {
            let shared = Shared()
            storage.store(value: shared, forKey: "\(number)")
            storage.store(value: Shared(10), forKey: "large")
            withExtendedLifetime(shared) {}
        }
        #expect(kept.enumerated().allSatisfy { storage.value(forKey: "kept \($0)") === $1 })
    }

    @Test("An image is found by its pixels; who alone holds them writes into a copy")
    func findsImages() throws {
        let storage = MemoryStorage.Backend<Image>(config: .init(totalCostLimit: 64, policy: .lru))
        func image() throws -> Image {
            let layout = try PixelLayout(width: 4, height: 4, channels: .rgb)
            return Image(pixels: try PixelCanvas(layout).freeze(), scale: 2)
        }
        var held = [try image()]
        storage.store(value: held[0], forKey: "a")
        storage.store(value: try image(), forKey: "b")
        #expect(!storage.isCached(forKey: "a"))
        #expect(storage.value(forKey: "a")?.scale == 2)
        storage.store(value: try image(), forKey: "b")
        var canvas = try held.removeLast().pixels.thaw()
        canvas.withMutableBytes { $0.storeBytes(of: 255, as: UInt8.self) }
        // The pixels that were found are those that were stored, or none.
        let found = storage.value(forKey: "a")?.pixels.withBytes { $0.unsafeLoad(as: UInt8.self) }
        #expect(found ?? 0 == 0)
        #expect(canvas.freeze().withBytes { $0.unsafeLoad(as: UInt8.self) } == 255)
    }
}

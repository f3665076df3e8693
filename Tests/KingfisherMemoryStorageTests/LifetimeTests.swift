import Foundation
import KingfisherCore
import KingfisherMemoryStorage
import KingfisherTestKit
import Testing

@Suite("Lifetimes in the memory storage", .timeLimit(.minutes(1)))
struct LifetimeTests {
    private let clock = ManualClock()

    private func storage(
        _ expiration: StorageExpiration = .seconds(300)
    ) -> MemoryStorage.Backend<Thing> {
        let config = MemoryStorage.Config(totalCostLimit: 0, expiration: expiration, cleanInterval: 0)
        return MemoryStorage.Backend(config: config, now: clock.dateSource)
    }

    @Test("A value has expired at the very instant its lifetime ends")
    func expiresOnTime() {
        let storage = storage(.seconds(10))
        storage.store(value: Thing("a"), forKey: "a")
        clock.advance(by: .seconds(9.999))
        #expect(storage.isCached(forKey: "a"))
        clock.advance(by: .seconds(0.001))
        #expect(!storage.isCached(forKey: "a"))
        #expect(storage.value(forKey: "a") == nil)
    }

    @Test("Reading lets a value live as long again, asking does not")
    func readingExtends() {
        let storage = storage(.seconds(10))
        storage.store(value: Thing("read"), forKey: "read")
        storage.store(value: Thing("asked"), forKey: "asked")
        clock.advance(by: .seconds(6))
        #expect(storage.value(forKey: "read") != nil)
        #expect(storage.isCached(forKey: "asked"))
        clock.advance(by: .seconds(6))
        #expect(storage.value(forKey: "read") != nil)
        #expect(storage.value(forKey: "asked") == nil)
    }

    @Test("Reading can leave the lifetime alone or set another")
    func readingAsTold() {
        let storage = storage(.seconds(10))
        storage.store(value: Thing("left"), forKey: "left")
        storage.store(value: Thing("set"), forKey: "set")
        storage.store(value: Thing("ended"), forKey: "ended")
        clock.advance(by: .seconds(6))
        #expect(storage.value(forKey: "left", extendingExpiration: .none) != nil)
        #expect(storage.value(forKey: "set", extendingExpiration: .expirationTime(.days(1))) != nil)
        #expect(storage.value(forKey: "ended", extendingExpiration: .expirationTime(.expired)) != nil)
        #expect(storage.value(forKey: "ended") == nil)
        clock.advance(by: .seconds(6))
        #expect(storage.value(forKey: "left") == nil)
        #expect(storage.value(forKey: "set") != nil)
    }

    @Test("A date stays where it is when the value is read; never is never")
    func dateAndNever() {
        let storage = storage()
        let date = clock.date.addingTimeInterval(100)
        storage.store(value: Thing("dated"), forKey: "dated", expiration: .date(date))
        storage.store(value: Thing("kept"), forKey: "kept", expiration: .never)
        clock.advance(by: .seconds(99))
        #expect(storage.value(forKey: "dated") != nil)
        clock.advance(by: .seconds(1))
        #expect(storage.value(forKey: "dated") == nil)
        clock.advance(by: .seconds(1_000_000_000_000))
        #expect(storage.value(forKey: "kept") != nil)
    }

    @Test(
        "What has expired when it comes is not stored, and the older value goes",
        arguments: [
            StorageExpiration.expired, .seconds(0), .seconds(-1), .days(0), .date(.distantPast),
            .seconds(.nan),
        ])
    func refusesTheExpired(expiration: StorageExpiration) {
        let storage = storage()
        storage.store(value: Thing("old"), forKey: "a")
        storage.store(value: Thing("new"), forKey: "a", expiration: expiration)
        #expect(storage.value(forKey: "a") == nil)
        #expect(storage.count == 0)
    }

    @Test("Removing what has expired leaves the rest")
    func removesExpired() {
        let storage = storage()
        storage.store(value: Thing("short", cost: 5), forKey: "short", expiration: .seconds(10))
        storage.store(value: Thing("long", cost: 7), forKey: "long", expiration: .seconds(20))
        clock.advance(by: .seconds(10))
        #expect(storage.count == 2)
        storage.removeExpired()
        #expect(storage.count == 1)
        #expect(storage.totalCacheCost() == 7)
        #expect(storage.isCached(forKey: "long"))
    }
}

import Foundation
import KingfisherCore
import KingfisherDiskStorage
import KingfisherTestKit
import Testing

@Suite("Lifetimes on disk", .timeLimit(.minutes(1)))
struct ExpiryTests {
    private let bench: Bench
    private let storage: DiskStorage.Backend<Data>
    private let value = Data("value".utf8)

    init() throws {
        bench = try Bench()
        storage = try bench.storage()
    }

    private func times(_ key: String) throws -> (accessed: Date, modified: Date) {
        let values = try URL(fileURLWithPath: storage.cacheFileURL(forKey: key).path)
            .resourceValues(forKeys: [.contentAccessDateKey, .contentModificationDateKey])
        return (values.contentAccessDate ?? .distantPast, values.contentModificationDate ?? .distantPast)
    }

    @Test("A value has expired at the very instant, and goes when it is read")
    func expiresOnTime() throws {
        try storage.store(value: value, forKey: "a", expiration: .seconds(10))
        bench.clock.advance(by: .milliseconds(9_999))
        #expect(storage.isCached(forKey: "a"))
        bench.clock.advance(by: .milliseconds(1))
        #expect(!storage.isCached(forKey: "a"))
        #expect(try bench.names().count == 1)
        #expect(try storage.value(forKey: "a") == nil)
        #expect(try bench.names() == [])
    }

    @Test("The file's times say when it was read and when it expires")
    func fileTimes() throws {
        let start = bench.clock.date
        try storage.store(value: value, forKey: "a")
        #expect(try times("a").accessed == start)
        #expect(try times("a").modified == start.addingTimeInterval(7 * 86_400))
        bench.clock.advance(by: .seconds(100))
        _ = try storage.value(forKey: "a")
        #expect(try times("a").accessed == start.addingTimeInterval(100))
        #expect(try times("a").modified == start.addingTimeInterval(7 * 86_400 + 100))
    }

    @Test("Reading without extending notes the access alone; asking notes nothing")
    func readingWithoutExtending() throws {
        let start = bench.clock.date
        try storage.store(value: value, forKey: "a", expiration: .seconds(50))
        bench.clock.advance(by: .seconds(10))
        #expect(storage.isCached(forKey: "a"))
        _ = try storage.entries()
        _ = try storage.verify()
        #expect(try times("a").accessed == start)
        #expect(try storage.value(forKey: "a", extendingExpiration: .none) == value)
        #expect(try times("a").accessed == start.addingTimeInterval(10))
        #expect(try times("a").modified == start.addingTimeInterval(50))
    }

    @Test("A value that is read now and then never expires")
    func slidingLifetime() throws {
        try storage.store(value: value, forKey: "a", expiration: .seconds(10))
        for _ in 0..<5 {
            bench.clock.advance(by: .seconds(9))
            #expect(try storage.value(forKey: "a") == value)
        }
        bench.clock.advance(by: .seconds(10))
        #expect(try storage.value(forKey: "a") == nil)
    }

    @Test("Reads in quick succession are noted as one, also where a lifetime is short")
    func quickReads() throws {
        let start = bench.clock.date
        try storage.store(value: value, forKey: "a", expiration: .days(1))
        try storage.store(value: value, forKey: "short", expiration: .seconds(1))
        for _ in 0..<3 {
            bench.clock.advance(by: .milliseconds(333))
            #expect(try storage.value(forKey: "a") == value)
            #expect(try storage.value(forKey: "short") == value)
        }
        #expect(try times("a").accessed == start)
        bench.clock.advance(by: .milliseconds(999))
        #expect(try storage.value(forKey: "a") == value)
        // The clock counts in fractions that files do not have.
        #expect(abs(try times("a").accessed.timeIntervalSince(bench.clock.date)) < 0.001)
        #expect(storage.isCached(forKey: "short", referenceDate: bench.clock.date.addingTimeInterval(-0.01)))
        #expect(!storage.isCached(forKey: "short", referenceDate: bench.clock.date.addingTimeInterval(0.01)))
    }

    @Test("A mapped value is the value that was stored, and keeps its bytes when it is replaced")
    func mapped() throws {
        storage.config.mapsValuesFrom = 0
        let first = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        try storage.store(value: first, forKey: "a")
        let read = try #require(try storage.value(forKey: "a"))
        try storage.store(value: Data(), forKey: "a")
        #expect(read == first)
        #expect(try storage.value(forKey: "a") == Data())
    }

    @Test("A date stays where it is when the value is read")
    func fixedDate() throws {
        let date = bench.clock.date.addingTimeInterval(100)
        try storage.store(value: value, forKey: "a", expiration: .date(date))
        bench.clock.advance(by: .seconds(99))
        #expect(try storage.value(forKey: "a") == value)
        bench.clock.advance(by: .seconds(1))
        #expect(try storage.value(forKey: "a") == nil)
    }

    @Test("Never is never, even where the file's time was cut short or lost")
    func never() throws {
        try storage.store(value: value, forKey: "a", expiration: .never)
        try setModified(storage.cacheFileURL(forKey: "a"), Date(timeIntervalSince1970: 1))
        #expect(storage.isCached(forKey: "a"))
        #expect(try storage.removeExpiredValues() == [])
        #expect(try storage.value(forKey: "a") == value)
        #expect(try storage.entries().map(\.expiry) == [nil])
    }

    @Test("A value that was to live for ever can be given an end, and one with an end can live for ever")
    func neverAndBack() throws {
        try storage.store(value: value, forKey: "ends", expiration: .never)
        try storage.store(value: value, forKey: "stays", expiration: .seconds(10))
        #expect(
            try storage.value(forKey: "ends", extendingExpiration: .expirationTime(.seconds(20))) == value)
        #expect(try storage.value(forKey: "stays", extendingExpiration: .expirationTime(.never)) == value)
        bench.clock.advance(by: .seconds(20))
        #expect(try storage.value(forKey: "ends") == nil)
        #expect(try storage.value(forKey: "stays", extendingExpiration: .none) == value)
    }

    @Test(
        "What has expired when it comes is not stored, and the older value goes",
        arguments: [
            StorageExpiration.expired, .seconds(0), .seconds(-1), .days(-3), .date(.distantPast),
            .seconds(.nan),
        ])
    func refusesTheExpired(expiration: StorageExpiration) throws {
        try storage.store(value: value, forKey: "a")
        try storage.store(value: value, forKey: "a", expiration: expiration)
        #expect(try storage.value(forKey: "a") == nil)
        #expect(try bench.names() == [])
    }

    @Test(
        "Lifetimes beyond what file systems know are as good as never",
        arguments: [
            StorageExpiration.seconds(.infinity), .seconds(1e300), .days(.max), .date(.distantFuture),
            .seconds(.greatestFiniteMagnitude),
        ])
    func endlessLifetimes(expiration: StorageExpiration) throws {
        try storage.store(value: value, forKey: "a", expiration: expiration)
        bench.clock.advance(by: .seconds(1_000_000_000))
        #expect(try storage.value(forKey: "a") == value)
        #expect(try storage.value(forKey: "a") == value)
    }

    @Test("When the clock is set back, nothing is lost, and nothing lives longer than it would from then on")
    func clockSetBack() throws {
        let year: TimeInterval = 365 * 86_400
        let date = bench.clock.date.addingTimeInterval(-year + 500)
        try storage.store(value: value, forKey: "unread", expiration: .days(1))
        try storage.store(value: value, forKey: "read", expiration: .days(1))
        try storage.store(value: value, forKey: "never", expiration: .never)
        bench.clock.jumpDate(by: .seconds(-Int(year)))
        try storage.store(value: value, forKey: "dated", expiration: .date(date))
        #expect(try storage.removeExpiredValues() == [])
        for key in ["unread", "read", "never", "dated"] { #expect(storage.isCached(forKey: key), "\(key)") }
        #expect(try storage.value(forKey: "read") == value)
        bench.clock.advance(by: .seconds(86_401))
        #expect(try storage.removeExpiredValues().count == 3)
        #expect(storage.isCached(forKey: "never"))
    }

    @Test("When the clock is set forward, what has expired by it is a miss, and the rest is kept")
    func clockSetForward() throws {
        try storage.store(value: value, forKey: "day", expiration: .days(1))
        try storage.store(value: value, forKey: "week", expiration: .days(7))
        bench.clock.jumpDate(by: .seconds(2 * 86_400))
        #expect(try storage.value(forKey: "day") == nil)
        #expect(try storage.value(forKey: "week") == value)
        bench.clock.jumpDate(by: .seconds(-2 * 86_400))
        #expect(try storage.removeExpiredValues() == [])
        #expect(try storage.value(forKey: "week") == value)
    }

    @Test("A value can be asked for as of another moment")
    func referenceDate() throws {
        try storage.store(value: value, forKey: "a", expiration: .seconds(10))
        #expect(storage.isCached(forKey: "a", referenceDate: bench.clock.date.addingTimeInterval(9)))
        #expect(!storage.isCached(forKey: "a", referenceDate: bench.clock.date.addingTimeInterval(10)))
    }
}

import Foundation
import KingfisherCore
import Testing

@Suite("Storage keys and expirations", .timeLimit(.minutes(1)))
struct StorageValuesTests {
    private let start = Date(timeIntervalSince1970: 1_000_000)

    @Test("A key joins the source and what was done to it, and keeps them apart")
    func keys() {
        #expect(StorageKey("k").combined == "k")
        #expect(StorageKey("k", processorIdentifier: "p").combined == "k@p")
        #expect(StorageKey("k", fileExtension: "png") != StorageKey("k"))
        #expect(StorageKey("k@p") != StorageKey("k", processorIdentifier: "p"))
    }

    @Test("An expiration is counted from the moment of storing")
    func expirations() {
        #expect(StorageExpiration.never.expirationDate(since: start) == nil)
        #expect(StorageExpiration.seconds(5).expirationDate(since: start) == start.addingTimeInterval(5))
        #expect(StorageExpiration.days(2).expirationDate(since: start) == start.addingTimeInterval(172_800))
        #expect(StorageExpiration.date(.distantFuture).expirationDate(since: start) == .distantFuture)
        #expect(StorageExpiration.expired.expirationDate(since: start) == .distantPast)
    }

    @Test("What ends at the moment of storing, or before, is expired at once")
    func expired() {
        #expect(!StorageExpiration.never.isExpired(at: start))
        #expect(!StorageExpiration.seconds(0.001).isExpired(at: start))
        #expect(StorageExpiration.seconds(0).isExpired(at: start))
        #expect(StorageExpiration.seconds(-1).isExpired(at: start))
        #expect(StorageExpiration.days(0).isExpired(at: start))
        #expect(StorageExpiration.date(start).isExpired(at: start))
        #expect(StorageExpiration.expired.isExpired(at: start))
    }
}

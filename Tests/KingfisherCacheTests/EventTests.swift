import Foundation
import KingfisherCache
import KingfisherCore
import KingfisherDiskStorage
import Synchronization
import Testing

@Suite("Events of a cache", .timeLimit(.minutes(1)))
struct EventTests {
    private let disk = DictionaryStorage("disk")

    /// The first event of a stream that was asked for before.
    private func first(of events: AsyncStream<ImageCacheEvent>) async throws -> ImageCacheEvent {
        var iterator = events.makeAsyncIterator()
        return try #require(await iterator.next())
    }

    @Test("A value that a tier cannot store is told to all who listen, while the caller need not wait for it")
    func storeFails() async throws {
        let cache = ImageCache.test([disk])
        disk.failWriting()
        let (one, other) = (cache.events, cache.events)
        cache.store(try testImage(), original: try testFile(), forKey: "a", completionHandler: { _ in })
        for events in [one, other] {
            guard case .storeFailed("a", let error) = try await first(of: events) else {
                Issue.record("another event")
                return
            }
            #expect(error.errorCode == 3009)
        }
    }

    @Test("A damaged value that was removed is told")
    func damaged() async throws {
        let cache = ImageCache.test([disk])
        // Neither a known format nor one that the decoder knows.
        disk.put(StoredData(Data("broken".utf8), kind: .original), StorageKey("a"))
        let events = cache.events
        _ = try? await cache.retrieveImage(forKey: "a")
        guard case .removedDamaged("a") = try await first(of: events) else {
            Issue.record("another event")
            return
        }
    }

    @Test(
        "Cleaning that removes something is told by event and notification, clearing and other cleaning are not"
    )
    func cleaning() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "events-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let time = Lock(Date())
        let disk = try DiskDataStorage(
            config: .init(name: "test", sizeLimit: 0, directory: folder), now: { time.withLock { $0 } })
        let cache = ImageCache.test([disk])
        let told = Calls<[String]>()
        let observer = NotificationCenter.default.addObserver(
            forName: .KingfisherDidCleanDiskCache, object: cache, queue: nil
        ) { notification in
            told.call(notification.userInfo?[KingfisherDiskCacheCleanedHashKey] as? [String] ?? [])
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        let events = cache.events
        try await cache.store(testImage(), original: testFile(), forKey: "cleared", options: parsed())
        await cache.clearDiskCache()
        await cache.cleanExpiredDiskCache()
        try await cache.storeToDisk(testFile(), forKey: "short", expiration: .seconds(10))
        time.withLock { $0 += 20 }
        await cache.cleanExpiredDiskCache()
        guard case .cleanedDisk(let names) = try await first(of: events) else {
            Issue.record("another event")
            return
        }
        #expect(names == [cache.hash(forKey: "short")])
        #expect(await told.first() == names)
        #expect(told.count == 1)
    }

    @Test("The streams end with the cache")
    func ends() async {
        var cache: ImageCache? = ImageCache.test([disk])
        let events = cache?.events
        cache = nil
        if let events {
            for await _ in events { Issue.record("an event of a cache that is gone") }
        }
    }
}

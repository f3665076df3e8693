import Foundation
import KingfisherCache
import KingfisherCore
import Testing

@Suite("Removing and cleaning", .timeLimit(.minutes(1)))
struct RemoveAndCleanTests {
    private let disk = DictionaryStorage("disk")
    private let shared = DictionaryStorage("shared")

    private func filled(_ keys: String...) async throws -> ImageCache {
        let cache = ImageCache.test([disk, shared])
        for key in keys {
            try await cache.store(testImage(), original: testFile(), forKey: key, options: parsed())
        }
        return cache
    }

    @Test("An image is removed from memory and from every tier")
    func remove() async throws {
        let cache = try await filled("a", "b")
        try await cache.removeImage(forKey: "a")
        #expect(cache.retrieveImageInMemoryCache(forKey: "a") == nil)
        #expect(disk.keys == [StorageKey("b")] && shared.keys == [StorageKey("b")])
        try await cache.removeImage(forKey: "a")
    }

    @Test("It can be removed from one half alone")
    func halves() async throws {
        let cache = try await filled("a", "b")
        try await cache.removeImage(forKey: "a", fromDisk: false)
        #expect(cache.retrieveImageInMemoryCache(forKey: "a") == nil)
        #expect(disk.keys.contains(StorageKey("a")))
        try await cache.removeImage(forKey: "b", fromMemory: false)
        #expect(cache.retrieveImageInMemoryCache(forKey: "b") != nil)
        #expect(!disk.keys.contains(StorageKey("b")))
    }

    @Test("Identifier and extension name which one, and so do a load's options")
    func variants() async throws {
        let cache = ImageCache.test([disk])
        let options = parsed(.processor(Paint(value: 9)), .forcedCacheFileExtension("jpg"))
        try await cache.store(testImage(), forKey: "k", options: options)
        try await cache.removeImage(forKey: "k")
        try await cache.removeImage(forKey: "k", processorIdentifier: "paint(9)", fromMemory: false)
        #expect(await cache.imageCachedTypeAsync(forKey: "k", options: options) == .memory)
        #expect(disk.keys.count == 1)
        try await cache.removeImage(forKey: "k", processorIdentifier: "paint(9)", forcedExtension: "jpg")
        #expect(await cache.imageCachedTypeAsync(forKey: "k", options: options) == .none)
        let scaled = parsed(.scaleFactor(2))
        try await cache.store(testImage(), original: testFile(), forKey: "k", options: scaled)
        try await cache.removeImage(forKey: "k", options: scaled)
        #expect(await cache.imageCachedTypeAsync(forKey: "k", options: scaled) == .none)
    }

    @Test("A tier that fails to remove is reported and does not keep the others from it")
    func failing() async throws {
        let cache = try await filled("a")
        disk.failWriting()
        await #expect(throws: PluginError.self) { try await cache.removeImage(forKey: "a") }
        #expect(shared.keys.isEmpty)
        #expect(cache.retrieveImageInMemoryCache(forKey: "a") == nil)
    }

    @Test("Clearing empties memory and every tier, whether or not one fails")
    func clear() async throws {
        let cache = try await filled("a", "b")
        disk.failWriting()
        await cache.clearCache()
        #expect(cache.memoryStorageCacheCost == 0)
        #expect(shared.keys.isEmpty && disk.keys.count == 2)
        await #expect(throws: PluginError.self) { try await cache.clearTiers() }
        disk.failWriting(false)
        await cache.clearDiskCache()
        #expect(disk.keys.isEmpty)
    }

    @Test("Each half can be cleared alone")
    func clearHalves() async throws {
        let cache = try await filled("a")
        cache.clearMemoryCache()
        #expect(disk.keys.count == 1)
        _ = try await cache.retrieveImage(forKey: "a")
        await cache.clearDiskCache()
        #expect(disk.keys.isEmpty && cache.retrieveImageInMemoryCache(forKey: "a") != nil)
    }

    @Test("Cleaning removes what has expired, tells its names, and goes on past a tier that fails")
    func clean() async throws {
        let cache = try await filled("a")
        try await cache.storeToDisk(Data(), forKey: "old", expiration: .expired)
        disk.failWriting()
        await #expect(throws: PluginError.self) { try await cache.cleanExpiredTiers() }
        #expect(shared.keys == [StorageKey("a")])
        disk.failWriting(false)
        #expect(try await cache.cleanExpiredTiers() == ["disk:old"])
        await cache.cleanExpiredCache()
        #expect(cache.retrieveImageInMemoryCache(forKey: "a") != nil)
        #expect(disk.keys == [StorageKey("a")])
    }

    @Test("Writes of one key keep the order of the calls, however slow the tier")
    func order() async throws {
        let gate = AsyncGate()
        let slow = DictionaryStorage("disk", storeGate: gate)
        let cache = ImageCache.test([slow])
        let removed = Calls<Void>()
        cache.store(
            try testImage(), original: try testFile(), forKey: "k", options: parsed(), completionHandler: nil)
        cache.removeImage(forKey: "k") { removed.call(()) }
        await gate.arrivals.reaches(1)
        #expect(removed.count == 0)
        gate.open()
        await removed.first()
        #expect(slow.keys.isEmpty)
        #expect(slow.calls == ["store k", "remove k"])
    }

    @Test("Clearing comes after the writes before it and before those after it")
    func clearOrder() async throws {
        let gate = AsyncGate()
        let slow = DictionaryStorage("disk", storeGate: gate)
        let cache = ImageCache.test([slow])
        let stored = Calls<CacheStoreResult>()
        cache.store(
            try testImage(), original: try testFile(), forKey: "a", options: parsed(), completionHandler: nil)
        cache.store(
            try testImage(), original: try testFile(), forKey: "b", options: parsed(), completionHandler: nil)
        cache.clearCache(completion: nil)
        cache.store(try testImage(), original: try testFile(), forKey: "a", options: parsed()) {
            stored.call($0)
        }
        gate.open()
        _ = await stored.first()
        #expect(slow.keys == [StorageKey("a")])
        #expect(slow.calls.dropFirst(2) == ["removeAll", "store a"])
    }

    @Test("A reader sees what was stored before it asked")
    func readAfterWrite() async throws {
        let gate = AsyncGate()
        let slow = DictionaryStorage("disk", storeGate: gate)
        let cache = ImageCache.test([slow])
        cache.store(
            try testImage(8), original: try testFile(8), forKey: "k", options: parsed(),
            completionHandler: nil)
        cache.clearMemoryCache()
        async let found = cache.retrieveImage(forKey: "k")
        await gate.arrivals.reaches(1)
        gate.open()
        #expect(try await found.image?.firstSample == 8)
    }
}

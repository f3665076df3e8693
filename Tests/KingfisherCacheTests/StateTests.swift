import Foundation
import KingfisherCache
import KingfisherCore
import Testing

@Suite("Asking a cache about itself", .timeLimit(.minutes(1)))
struct StateTests {
    private let local = LocalTestStorage()
    private let shared = DictionaryStorage("shared")

    private func cache() -> ImageCache { .test([local, shared]) }

    @Test("The type tells memory, a local tier, or nothing at once, and other tiers only when waited for")
    func types() async throws {
        let cache = cache()
        #expect(cache.imageCachedType(forKey: "k") == .none)
        #expect(!cache.isCached(forKey: "k"))
        shared.put(StoredData(try testFile(), kind: .original), StorageKey("k"))
        #expect(cache.imageCachedType(forKey: "k") == .none)
        #expect(await cache.imageCachedTypeAsync(forKey: "k") == .tier("shared"))
        local.base.put(StoredData(try testFile(), kind: .original), StorageKey("k"))
        #expect(cache.imageCachedType(forKey: "k") == .disk)
        #expect(await cache.imageCachedTypeAsync(forKey: "k") == .disk)
        _ = try await cache.retrieveImage(forKey: "k")
        #expect(cache.imageCachedType(forKey: "k") == .memory)
        #expect(await cache.imageCachedTypeAsync(forKey: "k") == .memory)
        #expect(cache.isCached(forKey: "k"))
        #expect(!cache.isCached(forKey: "k", processorIdentifier: "p"))
    }

    @Test("File names and paths are those of the local tier, with identifier and extension")
    func paths() throws {
        let cache = cache()
        #expect(cache.hash(forKey: "k") == "6b")
        #expect(cache.hash(forKey: "k", processorIdentifier: "p", forcedExtension: "png") == "6b4070.png")
        #expect(cache.cachePath(forKey: "k", forcedExtension: "png") == "/cache/6b.png")
        #expect(cache.cacheFileURLIfOnDisk(forKey: "k") == nil)
        local.base.put(StoredData(Data(), kind: .original), StorageKey("k"))
        #expect(cache.cacheFileURLIfOnDisk(forKey: "k")?.path == "/cache/6b")
        let without = ImageCache.test([shared])
        #expect(without.hash(forKey: "k") == "" && without.cachePath(forKey: "k") == "")
        #expect(without.cacheFileURLIfOnDisk(forKey: "k") == nil)
    }

    @Test("Sizes are those of memory and of the local tiers")
    func sizes() async throws {
        let cache = cache()
        #expect(cache.memoryStorageCacheCost == 0)
        try await cache.store(testImage(), original: testFile(), forKey: "k", options: parsed())
        #expect(cache.memoryStorageCacheCost == 12)
        #expect(try await cache.diskStorageSize == 20)
        local.base.failReading()
        let error = await #expect(throws: KingfisherError.self) { try await cache.diskStorageSize }
        #expect(error?.errorCode == 3011)
    }

    @Test("A cache type has a name and knows the disk by its id")
    func cacheType() {
        #expect(CacheType(tierID: "disk") == .disk)
        #expect(CacheType(tierID: "redis") == .tier("redis"))
        let all: [CacheType] = [.none, .memory, .disk, .tier("redis")]
        #expect(all.map(\.description) == ["none", "memory", "disk", "redis"])
        #expect(all.map(\.cached) == [false, true, true, true])
    }

    @Test("The caches of a load are options, and originals go with the others unless told otherwise")
    func options() {
        let one = cache()
        let two = cache()
        #expect(parsed().targetCache == nil && parsed().originalCache == nil)
        #expect(parsed(.targetCache(one)).originalCache === one)
        #expect(parsed(.originalCache(two), .targetCache(one)).originalCache === two)
        #expect(parsed(.originalCache(two)).targetCache == nil)
    }
}

import Foundation
import KingfisherCache
import KingfisherCore
import Testing

@Suite("Finding images", .timeLimit(.minutes(1)))
struct RetrieveTests {
    private let disk = DictionaryStorage("disk")

    @Test("Memory is asked first, then the tiers, and a hit there is in memory afterwards")
    func order() async throws {
        let cache = ImageCache.test([disk])
        try await cache.store(testImage(5), original: testFile(5), forKey: "k", options: parsed())
        #expect(try await cache.retrieveImage(forKey: "k").cacheType == .memory)
        #expect(!disk.calls.contains { $0.hasPrefix("value") })
        cache.clearMemoryCache()
        let fromDisk = try await cache.retrieveImage(forKey: "k")
        #expect(fromDisk.cacheType == .disk)
        #expect(fromDisk.image?.firstSample == 5)
        #expect(try await cache.retrieveImage(forKey: "k").cacheType == .memory)
    }

    @Test("A miss is no error")
    func miss() async throws {
        let cache = ImageCache.test([disk])
        let result = try await cache.retrieveImage(forKey: "missing")
        #expect(result.cacheType == .none && result.image == nil)
        #expect(!result.cacheType.cached)
        #expect(try await cache.retrieveImageInDiskCache(forKey: "missing") == nil)
        #expect(try await ImageCache.test([]).retrieveImage(forKey: "missing").image == nil)
    }

    @Test("Asked for memory or a refresh, the tiers are left alone")
    func memoryOrRefresh() async throws {
        disk.put(StoredData(try testFile(), kind: .original), StorageKey("k"))
        let result = try await ImageCache.test([disk]).retrieveImage(
            forKey: "k", options: [.fromMemoryCacheOrRefresh])
        #expect(result.cacheType == .none)
        #expect(disk.calls.isEmpty)
    }

    @Test("How long a hit lives on is as the options say")
    func extending() async throws {
        disk.put(StoredData(try testFile(), kind: .original), StorageKey("k"))
        let options: KingfisherOptionsInfo = [.diskCacheAccessExtendingExpiration(.none)]
        _ = try await ImageCache.test([disk]).retrieveImageInDiskCache(forKey: "k", options: options)
        #expect(disk.calls == ["value k none"])
    }

    @Test("An original under the key of a processed image is processed")
    func originalUnderProcessedKey() async throws {
        disk.put(
            StoredData(try testFile(1), kind: .original), StorageKey("k", processorIdentifier: "paint(9)"))
        let cache = ImageCache.test([disk])
        let result = try await cache.retrieveImage(forKey: "k", options: [.processor(Paint(value: 9))])
        #expect(result.image?.firstSample == 9)
        #expect(cache.retrieveImageInMemoryCache(forKey: "k", options: [.processor(Paint(value: 9))]) != nil)
        #expect(cache.retrieveImageInMemoryCache(forKey: "k") == nil)
    }

    @Test("A processed image is not processed again")
    func processedOnce() async throws {
        disk.put(
            StoredData(try testFile(4), kind: .processed), StorageKey("k", processorIdentifier: "paint(9)"))
        let result = try await ImageCache.test([disk]).retrieveImage(
            forKey: "k", options: [.processor(Paint(value: 9))])
        #expect(result.image?.firstSample == 4)
    }

    @Test("A look-up of the original processes it, tells its bytes, and leaves memory alone")
    func original() async throws {
        disk.put(StoredData(try testFile(1), kind: .original), StorageKey("k"))
        let cache = ImageCache.test([disk])
        let finding = try await Finding("k", in: cache, as: .source, .processor(Paint(value: 9)))
        #expect(finding.image?.firstSample == 9)
        #expect(finding.hit?.stored.data == (try testFile(1)))
        #expect(finding.hit?.type == .disk)
        #expect(cache.memoryStorageCacheCost == 0)
    }

    @Test("The codecs of the options go before the cache's own")
    func codecs() async throws {
        let own = Tally()
        let others = Tally()
        disk.put(StoredData(try testFile(), kind: .original), StorageKey("k"))
        let cache = ImageCache.test([disk], decoder: TestDecoder(decodes: own))
        _ = try await cache.retrieveImage(forKey: "k")
        #expect(own.count == 1)
        cache.clearMemoryCache()
        var options = parsed()
        options.codecs = ImageCodecs(decoders: [TestDecoder(decodes: others)])
        _ = try await cache.retrieveImage(forKey: "k", options: options)
        #expect(own.count == 1 && others.count == 1)
    }

    @Test("A hundred callers at once all get the image, and no thread of the pool is lost")
    func concurrent() async throws {
        disk.put(StoredData(try testFile(6), kind: .original), StorageKey("k"))
        let pool = WorkPool(name: "test", width: 2)
        let cache = ImageCache.test([disk], pool: pool)
        let samples = try await withThrowingTaskGroup(of: UInt8?.self, returning: [UInt8?].self) { group in
            for number in 0..<100 {
                group.addTask {
                    if number.isMultiple(of: 10) { cache.clearMemoryCache() }
                    return try await cache.retrieveImage(forKey: "k").image?.firstSample
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(samples == [UInt8?](repeating: 6, count: 100))
        #expect(try await pool.run { true })
    }
}

import Foundation
import KingfisherCache
import KingfisherCore
import Testing

@Suite("Storing images", .timeLimit(.minutes(1)))
struct StoreTests {
    private let disk = DictionaryStorage("disk")

    private func letter(_ key: StorageKey) -> String? {
        disk.entry(key).map { String(decoding: $0.value.data[4..<5], as: UTF8.self) }
    }

    @Test("An unprocessed image lies in the tiers as the bytes received")
    func verbatim() async throws {
        let file = try testFile() + Data("metadata behind the image".utf8)
        try await ImageCache.test([disk]).store(testImage(), original: file, forKey: "k", options: parsed())
        #expect(disk.entry(StorageKey("k"))?.value == StoredData(file, kind: .original))
    }

    @Test("A processed image lies there encoded, under its processor's name")
    func processed() async throws {
        let options = parsed(.processor(Paint(value: 9)))
        try await ImageCache.test([disk]).store(
            testImage(9), original: testFile(1), forKey: "k", options: options)
        #expect(disk.keys == [StorageKey("k", processorIdentifier: "paint(9)")])
        #expect(disk.entry(StorageKey("k", processorIdentifier: "paint(9)"))?.value.kind == .processed)
        #expect(disk.entry(StorageKey("k", processorIdentifier: "paint(9)"))?.value.data == (try testFile(9)))
    }

    @Test("A processed image keeps its format, but alpha never goes into JPEG")
    func alpha() async throws {
        let cache = ImageCache.test([disk])
        let options = parsed(.processor(Paint(value: 9)))
        try await cache.store(
            testImage(channels: .rgb), original: testFile(), forKey: "rgb", options: options)
        try await cache.store(
            testImage(channels: .rgba), original: testFile(), forKey: "rgba", options: options)
        #expect(letter(StorageKey("rgb", processorIdentifier: "paint(9)")) == "j")
        #expect(letter(StorageKey("rgba", processorIdentifier: "paint(9)")) == "p")
        let found = try await cache.retrieveImageInDiskCache(
            forKey: "rgba", options: [.processor(Paint(value: 9))])
        #expect(found?.hasAlpha == true)
    }

    @Test("A serializer that prefers the original leaves an entry that says so")
    func original() async throws {
        let options = parsed(
            .processor(Paint(value: 9)),
            .cacheSerializer(DefaultCacheSerializer(preferCacheOriginalData: true)))
        let cache = ImageCache.test([disk])
        try await cache.store(testImage(9), original: testFile(1), forKey: "k", options: options)
        let key = StorageKey("k", processorIdentifier: "paint(9)")
        #expect(disk.entry(key)?.value == StoredData(try testFile(1), kind: .original))
        try await cache.store(testImage(9), forKey: "k", options: options)
        #expect(disk.entry(key)?.value == StoredData(try testFile(9), kind: .processed))
    }

    @Test("The forced extension and the expiration reach the tiers, and reading uses the same extension")
    func extensionAndExpiration() async throws {
        let cache = ImageCache.test([disk])
        let options = parsed(.forcedCacheFileExtension("jpg"), .diskCacheExpiration(.seconds(5)))
        try await cache.store(testImage(), original: testFile(), forKey: "k", options: options)
        #expect(disk.keys == [StorageKey("k", fileExtension: "jpg")])
        #expect(disk.entry(StorageKey("k", fileExtension: "jpg"))?.expiration == .seconds(5))
        cache.clearMemoryCache()
        #expect(try await cache.retrieveImage(forKey: "k", options: options).cacheType == .disk)
        #expect(
            try await Finding("k", in: cache, as: .source, .forcedCacheFileExtension("jpg")).hit != nil)
        cache.clearMemoryCache()
        #expect(try await cache.retrieveImage(forKey: "k").cacheType == .none)
    }

    @Test(
        "What differs in pixels lies apart in memory, and plain variants share the source's bytes in the tiers"
    )
    func variants() async throws {
        let cache = ImageCache.test([disk])
        try await cache.store(testImage(), original: testFile(), forKey: "k", options: parsed())
        #expect(cache.retrieveImageInMemoryCache(forKey: "k", options: [.scaleFactor(2)]) == nil)
        let result = try await cache.retrieveImage(forKey: "k", options: [.scaleFactor(2)])
        #expect(result.cacheType == .disk)
        #expect(result.image?.scale == 2)
        #expect(cache.retrieveImageInMemoryCache(forKey: "k")?.scale == 1)
        #expect(cache.retrieveImageInMemoryCache(forKey: "k", options: [.scaleFactor(2)])?.scale == 2)
    }

    @Test("Without the tiers the image lies in memory alone")
    func memoryOnly() async throws {
        let cache = ImageCache.test([disk])
        try await cache.store(testImage(7), forKey: "k", toDisk: false)
        #expect(cache.retrieveImageInMemoryCache(forKey: "k")?.firstSample == 7)
        #expect(disk.calls.isEmpty)
    }

    @Test("An expired image is not kept in memory")
    func expired() async throws {
        let cache = ImageCache.test([])
        try await cache.store(testImage(), forKey: "k", options: parsed(.memoryCacheExpiration(.expired)))
        #expect(cache.retrieveImageInMemoryCache(forKey: "k") == nil)
    }

    @Test("A partial image is stored nowhere, and the result says so")
    func partial() async throws {
        let cache = ImageCache.test([disk])
        var image = try testImage()
        image.isPartial = true
        let result = await cache.storeResult(image, original: try testFile(), forKey: "k", options: parsed())
        #expect(result.diskErrorCode == 3008)
        #expect(cache.retrieveImageInMemoryCache(forKey: "k") == nil)
        #expect(disk.keys.isEmpty)
    }

    @Test("An image that cannot be encoded is in memory, and the error names key and reason")
    func notEncodable() async throws {
        let cache = ImageCache.test([disk])
        var options = parsed(.processor(Paint(value: 9)))
        options.codecs = ImageCodecs(decoders: [TestDecoder()])
        let result = await cache.storeResult(try testImage(), forKey: "the-key", options: options)
        guard case .failure(let error) = result.diskCacheResult else {
            Issue.record("stored without an encoder")
            return
        }
        #expect(error.errorCode == 3008)
        #expect(error.description.contains("the-key") && error.description.contains("PNG"))
        #expect(cache.retrieveImageInMemoryCache(forKey: "the-key", options: options) != nil)
        await #expect(throws: KingfisherError.self) {
            try await cache.store(testImage(), forKey: "the-key", options: options)
        }
    }

    @Test("A tier that cannot store does not keep the others from it, and its error is reported")
    func failingTier() async throws {
        let shared = DictionaryStorage("shared")
        disk.failWriting()
        let cache = ImageCache.test([disk, shared])
        let result = await cache.storeResult(
            try testImage(), original: try testFile(), forKey: "k", options: parsed())
        #expect(result.diskErrorCode == 3009)
        #expect(shared.keys == [StorageKey("k")])
        #expect(cache.retrieveImageInMemoryCache(forKey: "k") != nil)
    }

    @Test("Bytes go to the tiers as they are, and not into memory")
    func data() async throws {
        let cache = ImageCache.test([disk])
        try await cache.storeToDisk(
            Data("raw".utf8), forKey: "k", forcedExtension: "bin", expiration: .days(1))
        let entry = disk.entry(StorageKey("k", fileExtension: "bin"))
        #expect(entry?.value == StoredData(Data("raw".utf8), kind: .original))
        #expect(entry?.expiration == .days(1))
        try await cache.storeToDisk(Data("raw".utf8), forKey: "k", processorIdentifier: "p")
        #expect(disk.entry(StorageKey("k", processorIdentifier: "p"))?.value.kind == .processed)
        #expect(cache.memoryStorageCacheCost == 0)
        disk.failWriting()
        let error = await #expect(throws: KingfisherError.self) {
            try await cache.storeToDisk(Data(), forKey: "k")
        }
        #expect(error?.errorCode == 3009)
    }
}

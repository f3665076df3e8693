import Foundation
import KingfisherCache
import KingfisherCore
import Testing

@Suite("A cache whose disk could not be opened", .timeLimit(.minutes(1)))
struct UnavailableTests {
    private let reason = PluginError(
        .readOnly, pluginID: "disk", message: "The folder /nowhere cannot be made.")
    private var cache: ImageCache { .test([], unavailable: reason) }

    private func code(_ body: () async throws -> Void) async -> Int? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? KingfisherError)?.errorCode
        }
    }

    @Test("Memory works")
    func memory() async throws {
        let cache = cache
        let result = await cache.storeResult(try testImage(3), forKey: "k", options: parsed())
        #expect(result.diskErrorCode == 3011)
        #expect(try await cache.retrieveImage(forKey: "k").image?.firstSample == 3)
        try await cache.store(testImage(3), forKey: "k", toDisk: false)
        #expect(await cache.imageCachedTypeAsync(forKey: "k") == .memory)
    }

    @Test("Whatever needs the disk reports 3011 and the reason")
    func disk() async throws {
        let cache = cache
        #expect(await code { try await cache.store(testImage(), forKey: "k") } == 3011)
        #expect(await code { try await cache.storeToDisk(Data(), forKey: "k") } == 3011)
        #expect(await code { _ = try await cache.retrieveImage(forKey: "missing") } == 3011)
        #expect(await code { _ = try await cache.retrieveImageInDiskCache(forKey: "k") } == 3011)
        #expect(await code { try await cache.removeImage(forKey: "k") } == 3011)
        #expect(await code { try await cache.removeImage(forKey: "k", fromDisk: false) } == nil)
        #expect(await code { try await cache.clearTiers() } == 3011)
        #expect(await code { _ = try await cache.cleanExpiredTiers() } == 3011)
        #expect(await code { _ = try await cache.diskStorageSize } == 3011)
        let notes = try await Finding("missing", in: cache).notes
        #expect(notes.errors.first?.description.contains("/nowhere") == true)
    }

    @Test("Questions are answered, and clearing ends")
    func questions() async {
        let cache = cache
        #expect(cache.imageCachedType(forKey: "k") == .none)
        #expect(cache.cachePath(forKey: "k") == "")
        await cache.clearCache()
        await cache.cleanExpiredCache()
    }
}

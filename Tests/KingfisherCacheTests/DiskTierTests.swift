import Foundation
import KingfisherCache
import KingfisherCore
import KingfisherDiskStorage
import Testing

@Suite("A cache on a real disk", .timeLimit(.minutes(1)))
struct DiskTierTests {
    /// Gives a folder that is gone afterwards.
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "kf-cache-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    private func cache(_ folder: URL, before tiers: [any DataStorage] = []) throws -> ImageCache {
        let disk = try DiskDataStorage(config: .init(name: "test", sizeLimit: 0, directory: folder))
        return .test([disk] + tiers)
    }

    @Test("What was stored is found by the next cache on the folder, under the path that was told")
    func reopen() async throws {
        try await withFolder { folder in
            let file = try testFile(7)
            let first = try cache(folder)
            try await first.store(
                testImage(7), original: file, forKey: "http://127.0.0.1/a.jpg?b=1", options: parsed())
            let path = first.cachePath(forKey: "http://127.0.0.1/a.jpg?b=1")
            let onDisk = try Data(contentsOf: URL(filePath: path))
            #expect(onDisk.prefix(file.count) == file)
            #expect(first.hash(forKey: "http://127.0.0.1/a.jpg?b=1") == URL(filePath: path).lastPathComponent)
            #expect(try await first.diskStorageSize == UInt(onDisk.count))

            let second = try cache(folder)
            #expect(second.imageCachedType(forKey: "http://127.0.0.1/a.jpg?b=1") == .disk)
            #expect(second.cacheFileURLIfOnDisk(forKey: "http://127.0.0.1/a.jpg?b=1")?.path == path)
            let result = try await second.retrieveImage(forKey: "http://127.0.0.1/a.jpg?b=1")
            #expect(result.cacheType == .disk && result.image?.firstSample == 7)
        }
    }

    @Test("The forced extension is that of the file, and finds it again")
    func forcedExtension() async throws {
        try await withFolder { folder in
            let options = parsed(.processor(Paint(value: 9)), .forcedCacheFileExtension("jpg"))
            let first = try cache(folder)
            try await first.store(testImage(9), original: testFile(1), forKey: "k", options: options)
            let path = first.cachePath(forKey: "k", processorIdentifier: "paint(9)", forcedExtension: "jpg")
            #expect(path.hasSuffix(".jpg") && FileManager.default.fileExists(atPath: path))
            let second = try cache(folder)
            #expect(try await second.retrieveImage(forKey: "k", options: options).image?.firstSample == 9)
            #expect(
                try await second.retrieveImage(forKey: "k", options: [.processor(Paint(value: 9))]).image
                    == nil)
        }
    }

    @Test("A file that something overwrote is deleted and counts as none")
    func overwritten() async throws {
        try await withFolder { folder in
            let cache = try cache(folder)
            try await cache.store(testImage(), original: testFile(), forKey: "k", options: parsed())
            try Data("no image at all".utf8).write(to: URL(filePath: cache.cachePath(forKey: "k")))
            cache.clearMemoryCache()
            #expect(try await cache.retrieveImage(forKey: "k").cacheType == .none)
            #expect(!FileManager.default.fileExists(atPath: cache.cachePath(forKey: "k")))
        }
    }

    @Test("What was stored whole but is no image is deleted as well")
    func storedNonsense() async throws {
        try await withFolder { folder in
            let cache = try cache(folder)
            try await cache.storeToDisk(Data("<html>".utf8), forKey: "k")
            #expect(cache.imageCachedType(forKey: "k") == .disk)
            #expect(try await cache.retrieveImage(forKey: "k").cacheType == .none)
            #expect(cache.imageCachedType(forKey: "k") == .none)
        }
    }

    @Test("A hit in a tier behind the disk is on the disk afterwards")
    func promotion() async throws {
        try await withFolder { folder in
            let shared = DictionaryStorage("shared")
            shared.put(StoredData(try testFile(5), kind: .original), StorageKey("k"))
            let cache = try cache(folder, before: [shared])
            let result = try await cache.retrieveImage(forKey: "k", options: [.waitForCache])
            #expect(result.cacheType == .tier("shared"))
            #expect(try await self.cache(folder).retrieveImage(forKey: "k").image?.firstSample == 5)
        }
    }

    @Test("Clearing leaves no file, and the folder serves again")
    func clear() async throws {
        try await withFolder { folder in
            let cache = try cache(folder)
            for key in ["a", "b", "c"] {
                try await cache.store(testImage(), original: testFile(), forKey: key, options: parsed())
            }
            try await cache.clearTiers()
            #expect(try await cache.diskStorageSize == 0)
            try await cache.store(testImage(), original: testFile(), forKey: "a", options: parsed())
            #expect(cache.imageCachedType(forKey: "a") == .memory)
            cache.clearMemoryCache()
            #expect(cache.imageCachedType(forKey: "a") == .disk)
        }
    }

    @Test("Storing, finding and removing at the same time loses no call and serves no wrong image")
    func concurrent() async throws {
        try await withFolder { folder in
            let cache = try cache(folder)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        let value = UInt8(number % 5)
                        let key = "k\(value)"
                        switch number % 4 {
                        case 0:
                            try await cache.store(
                                testImage(value), original: testFile(value), forKey: key, options: parsed())
                        case 1: try await cache.removeImage(forKey: key)
                        case 2: cache.clearMemoryCache()
                        default: break
                        }
                        let found = try await cache.retrieveImage(forKey: key).image
                        #expect(found == nil || found?.firstSample == value)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("Where the folder cannot be made, the cache works in memory and says why the disk does not")
    func unavailable() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "file")
            try Data().write(to: file)
            let reason = #expect(throws: (any Error).self) { try self.cache(file) }
            let cache = ImageCache.test([], unavailable: try #require(reason))
            let result = await cache.storeResult(try testImage(), forKey: "k", options: parsed())
            guard case .failure(let error) = result.diskCacheResult else {
                Issue.record("stored in a folder that cannot be")
                return
            }
            #expect(error.errorCode == 3011)
            #expect(error.description.contains(file.path))
            #expect(cache.isCached(forKey: "k"))
        }
    }
}

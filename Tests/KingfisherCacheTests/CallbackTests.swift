import Foundation
import KingfisherCache
import KingfisherCore
import Synchronization
import Testing

@Suite("The callback forms", .timeLimit(.minutes(1)))
struct CallbackTests {
    private let disk = LocalTestStorage()
    private let queue = MarkedQueue()

    /// Runs a callback form and gives its one result; `then` makes sure that no second call is on its way.
    private func once<Value: Sendable>(
        _ cache: ImageCache, _ body: (@escaping @Sendable (Value) -> Void) -> Void
    ) async -> Value {
        let calls = Calls<Value>()
        body { calls.call($0) }
        let value = await calls.first()
        let later = Calls<Void>()
        cache.cleanExpiredDiskCache { later.call(()) }
        await later.first()
        #expect(calls.count == 1)
        return value
    }

    @Test("Every form completes once, and does what its async form does")
    func everyForm() async throws {
        let cache = ImageCache.test([disk])
        let image = try testImage(4)
        let file = try testFile(4)
        let stored: CacheStoreResult = await once(cache) {
            cache.store(image, original: file, forKey: "a", options: parsed(), completionHandler: $0)
        }
        #expect(stored.diskErrorCode == nil)
        let named: CacheStoreResult = await once(cache) {
            cache.store(
                image, forKey: "b", processorIdentifier: "p", forcedExtension: "png",
                cacheSerializer: DefaultCacheSerializer.default, callbackQueue: .untouch,
                completionHandler: $0)
        }
        #expect(named.diskErrorCode == nil)
        let data: CacheStoreResult = await once(cache) {
            cache.storeToDisk(file, forKey: "c", expiration: .days(1), completionHandler: $0)
        }
        #expect(data.diskErrorCode == nil)
        let named2 = StorageKey("b", processorIdentifier: "p", fileExtension: "png")
        #expect(disk.base.keys == [StorageKey("a"), named2, StorageKey("c")])
        cache.clearMemoryCache()
        let found: Result<ImageCacheResult, KingfisherError> = await once(cache) {
            cache.retrieveImage(forKey: "a", completionHandler: $0)
        }
        #expect(try found.get().cacheType == .disk)
        let again: Result<ImageCacheResult, KingfisherError> = await once(cache) {
            cache.retrieveImage(forKey: "a", options: parsed(), completionHandler: $0)
        }
        #expect(try again.get().cacheType == .memory)
        let onDisk: Result<Image?, KingfisherError> = await once(cache) {
            cache.retrieveImageInDiskCache(forKey: "c", completionHandler: $0)
        }
        #expect(try onDisk.get()?.firstSample == 4)
        let type: CacheType = await once(cache) {
            cache.imageCachedTypeAsync(forKey: "b", completionHandler: $0)
        }
        #expect(type == .none)
        let size: Result<UInt, KingfisherError> = await once(cache) {
            cache.calculateDiskStorageSize(completion: $0)
        }
        #expect(try size.get() == 60)
        await once(cache) { done in
            cache.removeImage(
                forKey: "b", processorIdentifier: "p", forcedExtension: "png", completionHandler: { done(()) }
            )
        }
        await once(cache) { done in cache.removeImage(forKey: "c", fromDisk: false) { done(()) } }
        #expect(disk.base.keys == [StorageKey("a"), StorageKey("c")])
        await once(cache) { done in cache.cleanExpiredCache { done(()) } }
        await once(cache) { done in cache.clearDiskCache { done(()) } }
        await once(cache) { done in cache.clearCache { done(()) } }
        #expect(disk.base.keys.isEmpty)
    }

    @Test("Every form completes once when all that is behind memory fails")
    func failing() async throws {
        disk.base.failReading()
        disk.base.failWriting()
        for (cache, code) in [
            (ImageCache.test([disk]), 3004), (.test([], unavailable: DictionaryStorage.failure), 3011),
        ] {
            let image = try testImage()
            let stored: CacheStoreResult = await once(cache) {
                cache.store(image, original: Data(), forKey: "a", options: parsed(), completionHandler: $0)
            }
            #expect(stored.diskErrorCode == (code == 3004 ? 3009 : 3011))
            cache.clearMemoryCache()
            let found: Result<ImageCacheResult, KingfisherError> = await once(cache) {
                cache.retrieveImage(forKey: "a", completionHandler: $0)
            }
            #expect(throws: KingfisherError.self) { try found.get() }
            let onDisk: Result<Image?, KingfisherError> = await once(cache) {
                cache.retrieveImageInDiskCache(forKey: "a", completionHandler: $0)
            }
            guard case .failure(let error) = onDisk else {
                Issue.record("read from a tier that fails")
                continue
            }
            #expect(error.errorCode == code)
            let size: Result<UInt, KingfisherError> = await once(cache) {
                cache.calculateDiskStorageSize(completion: $0)
            }
            #expect(throws: KingfisherError.self) { try size.get() }
            await once(cache) { done in cache.removeImage(forKey: "a") { done(()) } }
            await once(cache) { done in cache.clearCache { done(()) } }
            await once(cache) { done in cache.cleanExpiredCache { done(()) } }
        }
    }

    @Test("An image in memory is delivered before the call returns")
    func synchronous() async throws {
        let cache = ImageCache.test([disk])
        cache.store(try testImage(2), forKey: "k", toDisk: false, completionHandler: nil)
        let calls = Calls<Result<ImageCacheResult, KingfisherError>>()
        cache.retrieveImage(forKey: "k") { calls.call($0) }
        #expect(calls.count == 1)
        #expect(try await calls.first().get().image?.firstSample == 2)
    }

    @Test("Asked to read the disk at once, the call delivers from it before it returns")
    func synchronousDisk() async throws {
        let cache = ImageCache.test([disk])
        disk.base.put(StoredData(try testFile(3), kind: .original), StorageKey("k"))
        disk.base.put(StoredData(Data("damaged".utf8), kind: .original), StorageKey("damaged"))
        let calls = Calls<Result<ImageCacheResult, KingfisherError>>()
        cache.retrieveImage(forKey: "k", options: [.loadDiskFileSynchronously]) { calls.call($0) }
        #expect(calls.count == 1)
        #expect(try await calls.first().get().cacheType == .disk)
        #expect(cache.retrieveImageInMemoryCache(forKey: "k")?.firstSample == 3)
        cache.clearMemoryCache()
        let damaged: Result<ImageCacheResult, KingfisherError> = await once(cache) {
            cache.retrieveImage(
                forKey: "damaged", options: [.loadDiskFileSynchronously], completionHandler: $0)
        }
        #expect(try damaged.get().cacheType == .none)
        #expect(disk.base.keys == [StorageKey("k")])
    }

    @Test("Handlers run on the queue that was asked for")
    func queues() async throws {
        let cache = ImageCache.test([disk])
        let image = try testImage()
        let file = try testFile()
        let options = parsed(.callbackQueue(queue.callback))
        let stored: Bool = await once(cache) { done in
            cache.store(image, original: file, forKey: "k", options: options) { _ in
                done(MarkedQueue.isCurrent)
            }
        }
        let inMemory: Bool = await once(cache) { done in
            cache.retrieveImage(forKey: "k", options: options) { _ in done(MarkedQueue.isCurrent) }
        }
        cache.clearMemoryCache()
        let onDisk: Bool = await once(cache) { done in
            cache.retrieveImage(forKey: "k", callbackQueue: queue.callback) { _ in done(MarkedQueue.isCurrent)
            }
        }
        let missed: Bool = await once(cache) { done in
            cache.retrieveImageInDiskCache(forKey: "none", options: [.callbackQueue(queue.callback)]) { _ in
                done(MarkedQueue.isCurrent)
            }
        }
        let removed: Bool = await once(cache) { done in
            cache.removeImage(forKey: "k", callbackQueue: queue.callback) { done(MarkedQueue.isCurrent) }
        }
        let removedFromMemory: Bool = await once(cache) { done in
            cache.removeImage(forKey: "k", fromDisk: false, callbackQueue: queue.callback) {
                done(MarkedQueue.isCurrent)
            }
        }
        #expect(
            [stored, inMemory, onDisk, missed, removed, removedFromMemory] == Array(repeating: true, count: 6)
        )
    }
}

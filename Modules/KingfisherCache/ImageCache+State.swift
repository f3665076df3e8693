public import Foundation
public import KingfisherCore
internal import KingfisherMemoryStorage

extension ImageCache {
    /// Where an image is, at once: in memory, else in a tier on this machine, at the price of a system call on the
    /// caller's thread. Tiers elsewhere are not asked; `imageCachedTypeAsync` asks them.
    /// - Parameters:
    ///   - identifier: What was done to the image; empty for nothing.
    ///   - forcedExtension: The extension it was stored with.
    public func imageCachedType(
        forKey key: String, processorIdentifier identifier: String = "", forcedExtension: String? = nil
    ) -> CacheType {
        if memoryStorage.isCached(forKey: Self.memoryKey(key, identifier)) { return .memory }
        let key = StorageKey(key, processorIdentifier: identifier, fileExtension: forcedExtension)
        return localTiers.first { $0.isStored(key) }.map { CacheType(tierID: $0.id) } ?? .none
    }

    /// Where an image is: in memory, or in which tier.
    /// - Parameters:
    ///   - identifier: What was done to the image; empty for nothing.
    ///   - forcedExtension: The extension it was stored with.
    public func imageCachedTypeAsync(
        forKey key: String, processorIdentifier identifier: String = "", forcedExtension: String? = nil
    ) async -> CacheType {
        await cachedType(
            Self.memoryKey(key, identifier),
            StorageKey(key, processorIdentifier: identifier, fileExtension: forcedExtension))
    }

    /// Where the image is that a load with these options would find.
    public func imageCachedTypeAsync(
        forKey key: String, options: KingfisherParsedOptionsInfo
    ) async -> CacheType {
        await cachedType(Self.memoryKey(key, options.resultIdentifier), Self.storageKey(key, options))
    }

    /// Whether an image is in memory or in a tier on this machine, at once; see `imageCachedType`.
    public func isCached(
        forKey key: String, processorIdentifier identifier: String = "", forcedExtension: String? = nil
    ) -> Bool {
        imageCachedType(forKey: key, processorIdentifier: identifier, forcedExtension: forcedExtension).cached
    }

    /// The name of the file an image lies in, or would lie in; empty where no tier keeps files.
    public func hash(
        forKey key: String, processorIdentifier identifier: String = "", forcedExtension: String? = nil
    ) -> String {
        fileURL(key, identifier, forcedExtension)?.lastPathComponent ?? ""
    }

    /// The path of the file an image lies in, or would lie in; empty where no tier keeps files.
    ///
    /// Computed from the names alone: the file need not exist.
    public func cachePath(
        forKey key: String, processorIdentifier identifier: String = "", forcedExtension: String? = nil
    ) -> String {
        fileURL(key, identifier, forcedExtension)?.path(percentEncoded: false) ?? ""
    }

    /// The file an image lies in; nil when it is in no tier that keeps files.
    public func cacheFileURLIfOnDisk(
        forKey key: String, processorIdentifier identifier: String = "", forcedExtension: String? = nil
    ) -> URL? {
        let key = StorageKey(key, processorIdentifier: identifier, fileExtension: forcedExtension)
        return localTiers.first { $0.isStored(key) }?.fileURL(for: key)
    }

    /// Bytes that the tiers on this machine take.
    ///
    /// Throws `KingfisherError` with code 3011 where they could not be opened, or one cannot be counted.
    public var diskStorageSize: UInt {
        get async throws {
            if let notReady { throw notReady }
            var size: UInt = 0
            for tier in localTiers {
                do {
                    size += UInt(max(try await tier.statistics().byteCount, 0))
                } catch {
                    throw KingfisherError.cacheError(
                        reason: .diskStorageIsNotReady(cacheName: name, error: error))
                }
            }
            return size
        }
    }

    /// The sum of the costs of the images in memory, in bytes.
    public var memoryStorageCacheCost: Int { memoryStorage.totalCacheCost() }

    private func cachedType(_ memoryKey: String, _ key: StorageKey) async -> CacheType {
        if memoryStorage.isCached(forKey: memoryKey) { return .memory }
        await writes.settle(key)
        for tier in tiers where await tier.contains(key) { return CacheType(tierID: tier.id) }
        return .none
    }

    private func fileURL(_ key: String, _ identifier: String, _ forcedExtension: String?) -> URL? {
        localTiers.first?.fileURL(
            for: StorageKey(key, processorIdentifier: identifier, fileExtension: forcedExtension))
    }
}

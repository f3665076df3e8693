internal import Foundation
internal import KingfisherCore
internal import KingfisherMemoryStorage
internal import Synchronization

extension ImageCache {
    /// Lets go of all images in memory, at once.
    public func clearMemoryCache() {
        memoryStorage.removeAll()
    }

    /// Lets go of the images in memory that have expired, at once. Memory does so by itself now and then.
    public func cleanExpiredMemoryCache() {
        memoryStorage.removeExpired()
    }

    /// Removes everything: from memory at once, then from the tiers. A tier that fails is left as it is.
    public func clearCache() async {
        clearMemoryCache()
        await clearDiskCache()
    }

    /// Removes everything from the tiers. A tier that fails is left as it is; use `clearTiers()` to hear of it.
    public func clearDiskCache() async {
        _ = await clearingTiers().value
    }

    /// Removes everything from the tiers.
    /// - Throws: `KingfisherError` with code 3011, or what a tier threw; the others are empty.
    public func clearTiers() async throws {
        try await clearingTiers().value.get()
    }

    /// Removes what has expired: from memory at once, then from the tiers.
    public func cleanExpiredCache() async {
        cleanExpiredMemoryCache()
        await cleanExpiredDiskCache()
    }

    /// Removes from the tiers what has expired or exceeds their size limits. A tier that fails is left as it is; use
    /// `cleanExpiredTiers()` to hear of it.
    public func cleanExpiredDiskCache() async {
        _ = await cleaningTiers().value
    }

    /// Removes from the tiers what has expired or exceeds their size limits.
    /// - Returns: The names of the removed entries, as the tiers call them.
    /// - Throws: `KingfisherError` with code 3011, or what a tier threw; the others are clean.
    public func cleanExpiredTiers() async throws -> [String] {
        try await cleaningTiers().value.get()
    }

    func clearingTiers() -> Task<Result<Void, any Error>, Never> {
        writes.writeAll { await self.eachTier { try await $0.removeAll() } }
    }

    func cleaningTiers() -> Task<Result<[String], any Error>, Never> {
        Task {
            let removed = Lock([String]())
            let result = await self.eachTier { tier in
                let names = try await tier.removeExpired()
                removed.withLock { $0 += names }
            }
            let names = removed.withLock { $0 }
            if !names.isEmpty { self.announce(cleaned: names) }
            return result.map { names }
        }
    }

    private func announce(cleaned names: [String]) {
        eventStreams.send(.cleanedDisk(fileNames: names))
        NotificationCenter.default.post(
            name: .KingfisherDidCleanDiskCache, object: self,
            userInfo: [KingfisherDiskCacheCleanedHashKey: names])
    }
}

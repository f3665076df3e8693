public import KingfisherCache
public import KingfisherCore

// Each setter has the name of its option, which says what it does.
extension KF.Builder {
    /// A copy with the cache to use.
    public func targetCache(_ cache: ImageCache) -> Self { option(.targetCache(cache)) }
    /// A copy with the cache of the source's bytes.
    public func originalCache(_ cache: ImageCache) -> Self { option(.originalCache(cache)) }
    /// A copy with `forceRefresh` set so.
    public func forceRefresh(_ enabled: Bool = true) -> Self {
        option(.init { $0.forceRefresh = enabled })
    }
    /// A copy with `fromMemoryCacheOrRefresh` set so.
    public func fromMemoryCacheOrRefresh(_ enabled: Bool = true) -> Self {
        option(.init { $0.fromMemoryCacheOrRefresh = enabled })
    }
    /// A copy with `onlyFromCache` set so.
    public func onlyFromCache(_ enabled: Bool = true) -> Self {
        option(.init { $0.onlyFromCache = enabled })
    }
    /// A copy with `cacheMemoryOnly` set so.
    public func cacheMemoryOnly(_ enabled: Bool = true) -> Self {
        option(.init { $0.cacheMemoryOnly = enabled })
    }
    /// A copy with `waitForCache` set so.
    public func waitForCache(_ enabled: Bool = true) -> Self {
        option(.init { $0.waitForCache = enabled })
    }
    /// A copy with `cacheOriginalImage` set so.
    public func cacheOriginalImage(_ enabled: Bool = true) -> Self {
        option(.init { $0.cacheOriginalImage = enabled })
    }
    /// A copy with `loadDiskFileSynchronously` set so.
    public func loadDiskFileSynchronously(_ enabled: Bool = true) -> Self {
        option(.init { $0.loadDiskFileSynchronously = enabled })
    }
    /// A copy with `asyncCacheTypeCheck` set so.
    public func asyncCacheTypeCheck(_ enabled: Bool = true) -> Self {
        option(.init { $0.asyncCacheTypeCheck = enabled })
    }
    /// A copy with `alsoPrefetchToMemory` set so.
    public func alsoPrefetchToMemory(_ enabled: Bool = true) -> Self {
        option(.init { $0.alsoPrefetchToMemory = enabled })
    }
    /// A copy with the extension of files in a disk cache, without the dot.
    public func forcedCacheFileExtension(_ value: String?) -> Self {
        option(.forcedCacheFileExtension(value))
    }
    /// A copy with what makes stored bytes.
    public func serialize(by serializer: any CacheSerializer) -> Self { option(.cacheSerializer(serializer)) }
    /// A copy with how long memory keeps the image; the cache's own default when nil.
    public func memoryCacheExpiration(_ value: StorageExpiration?) -> Self {
        option(.init { $0.memoryCacheExpiration = value })
    }
    /// A copy with what a memory hit does to the expiration.
    public func memoryCacheAccessExtending(_ value: ExpirationExtending) -> Self {
        option(.memoryCacheAccessExtendingExpiration(value))
    }
    /// A copy with how long the tiers behind memory keep the image; their own default when nil.
    public func diskCacheExpiration(_ value: StorageExpiration?) -> Self {
        option(.init { $0.diskCacheExpiration = value })
    }
    /// A copy with what a hit there does to the expiration.
    public func diskCacheAccessExtending(_ value: ExpirationExtending) -> Self {
        option(.diskCacheAccessExtendingExpiration(value))
    }
}

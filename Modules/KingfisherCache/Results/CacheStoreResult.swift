public import KingfisherCore

/// How storing an image went.
public struct CacheStoreResult: Sendable {
    /// Storing in memory, which cannot fail.
    public let memoryCacheResult: Result<(), Never>
    /// Storing in the tiers behind memory: the first failure, or success where all took it or none was asked to.
    public let diskCacheResult: Result<(), KingfisherError>

    init(tiers: Result<(), KingfisherError>) {
        memoryCacheResult = .success(())
        diskCacheResult = tiers
    }
}

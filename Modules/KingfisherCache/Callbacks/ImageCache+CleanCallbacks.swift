public import KingfisherCore

extension ImageCache {
    /// Removes everything: from memory at once, then from the tiers.
    /// - Parameter handler: Called once, on whichever thread the work ends, also when a tier failed.
    public func clearCache(completion handler: (@Sendable () -> Void)? = nil) {
        clearMemoryCache()
        clearDiskCache(completion: handler)
    }

    /// Removes everything from the tiers.
    /// - Parameter handler: Called once, on whichever thread the work ends, also when a tier failed.
    public func clearDiskCache(completion handler: (@Sendable () -> Void)? = nil) {
        deliver(clearingTiers(), on: .untouch, to: handler)
    }

    /// Removes what has expired: from memory at once, then from the tiers.
    /// - Parameter handler: Called once, on whichever thread the work ends, also when a tier failed.
    public func cleanExpiredCache(completion handler: (@Sendable () -> Void)? = nil) {
        cleanExpiredMemoryCache()
        cleanExpiredDiskCache(completion: handler)
    }

    /// Removes from the tiers what has expired or exceeds their size limits.
    /// - Parameter handler: Called once, on whichever thread the work ends, also when a tier failed.
    public func cleanExpiredDiskCache(completion handler: (@Sendable () -> Void)? = nil) {
        deliver(cleaningTiers(), on: .untouch, to: handler)
    }

    /// Counts the bytes that the tiers on this machine take.
    /// - Parameter handler: Called once, on whichever thread the work ends.
    public func calculateDiskStorageSize(
        completion handler: @escaping @Sendable (Result<UInt, KingfisherError>) -> Void
    ) {
        let task = Task { () -> Result<UInt, KingfisherError> in
            do {
                return .success(try await self.diskStorageSize)
            } catch {
                return .failure(KingfisherError(thrownByCache: error, key: self.name))
            }
        }
        deliver(task, on: .untouch, to: handler)
    }
}

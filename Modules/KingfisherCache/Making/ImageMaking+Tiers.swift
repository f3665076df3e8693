package import KingfisherCore

extension ImageMaking {
    /// An image, and the stored value it was made of.
    package typealias Found = (image: Image, hit: TierHit)

    /// Makes the image of the first value in a cache's tiers that gives one, and promotes that value.
    ///
    /// A value that is damaged is removed from its tier, and counts as none; any other that gives no image stays.
    /// - Throws: Nothing but `CancellationError`; a cancelled look-up promotes and removes nothing.
    package func image(
        in cache: ImageCache, for key: StorageKey, as role: Role, noting notes: inout TierNotes
    ) async throws -> Found? {
        let extending = options.diskCacheAccessExtendingExpiration
        var hit = try await cache.lookUp(key, extending: extending, noting: &notes)
        while let current = hit {
            do {
                let image = try await wholeImage(of: current.stored, as: role)
                try Task.checkCancellation()
                await cache.promote(current, options: options)
                return (image, current)
            } catch {
                try ImageCache.rethrowCancellation(error)
                let noted = KingfisherError.cacheError(
                    reason: .cannotLoadDataFromDisk(key: key.cacheKey, error: error))
                if await isDamaged(current.stored) {
                    notes.discarded.append(noted)
                    await cache.discard(current)
                } else {
                    notes.failures.append(noted)
                }
            }
            hit = try await cache.lookUp(key, after: current, extending: extending, noting: &notes)
        }
        return nil
    }

    private func wholeImage(of stored: StoredData, as role: Role) async throws -> Image {
        let image = try await image(of: stored, as: role)
        guard !image.isPartial else {
            throw PluginError(
                .truncated, pluginID: "cache", message: "The stored bytes make only a part of the image.")
        }
        return image
    }
}

public import KingfisherCore
internal import KingfisherMemoryStorage

extension ImageCache {
    /// Finds an image: in memory, else in the tiers in order.
    ///
    /// What a tier had goes into memory and into the tiers before it. A value whose bytes are damaged is removed and
    /// counts as none; a stored original is processed as the options ask.
    /// - Throws: `KingfisherError` when the image was not found and a tier could not be asked, or no image could be
    ///   made of a whole value; or `CancellationError`.
    public func retrieveImage(
        forKey key: String, options: KingfisherParsedOptionsInfo
    ) async throws -> ImageCacheResult {
        if let image = retrieveImageInMemoryCache(forKey: key, options: options) { return .memory(image) }
        if options.fromMemoryCacheOrRefresh { return .none }
        return try await retrieveFromTiers(key, options)
    }

    /// Finds an image: in memory, else in the tiers in order; see `retrieveImage(forKey:options:)`.
    public func retrieveImage(
        forKey key: String, options: KingfisherOptionsInfo? = nil
    ) async throws -> ImageCacheResult {
        try await retrieveImage(forKey: key, options: KingfisherParsedOptionsInfo(options))
    }

    /// The image in memory, at once: a look-up in a table, without a task or another thread.
    public func retrieveImageInMemoryCache(
        forKey key: String, options: KingfisherParsedOptionsInfo
    ) -> Image? {
        memoryStorage.value(
            forKey: Self.memoryKey(key, options.resultIdentifier),
            extendingExpiration: options.memoryCacheAccessExtendingExpiration)
    }

    /// The image in memory, at once.
    public func retrieveImageInMemoryCache(
        forKey key: String, options: KingfisherOptionsInfo? = nil
    ) -> Image? {
        retrieveImageInMemoryCache(forKey: key, options: KingfisherParsedOptionsInfo(options))
    }

    /// Finds an image in the tiers, without asking memory first; otherwise as `retrieveImage(forKey:options:)`.
    public func retrieveImageInDiskCache(
        forKey key: String, options: KingfisherOptionsInfo? = nil
    ) async throws -> Image? {
        try await retrieveFromTiers(key, KingfisherParsedOptionsInfo(options)).image
    }

    private func retrieveFromTiers(
        _ key: String, _ options: KingfisherParsedOptionsInfo
    ) async throws -> ImageCacheResult {
        let options = completed(options)
        let making = ImageMaking(options: options, pool: processingPool)
        var notes = TierNotes()
        let found = try await making.image(
            in: self, for: Self.storageKey(key, options), as: .result, noting: &notes)
        if let found {
            storeInMemory(found.image, forKey: key, options: options)
            return ImageCacheResult(found.image, from: found.hit.type)
        }
        if let failure = notes.failures.first { throw failure }
        return .none
    }

    /// Reads the first tier and makes the image on the caller's thread, where the options ask for it and that tier
    /// keeps files on this machine.
    ///
    /// Nil for anything but a plain hit: `retrieveImage` deals with the rest.
    func retrieveAtOnce(_ key: String, _ options: KingfisherParsedOptionsInfo) -> ImageCacheResult? {
        guard options.loadDiskFileSynchronously, !options.fromMemoryCacheOrRefresh,
            let tier = tiers.first as? any LocalDataStorage,
            let stored = try? tier.storedValue(
                for: Self.storageKey(key, options), extending: options.diskCacheAccessExtendingExpiration),
            let image = try? ImageMaking(options: completed(options), pool: processingPool)
                .imageAtOnce(of: stored, as: .result),
            !image.isPartial
        else { return nil }
        storeInMemory(image, forKey: key, options: options)
        return ImageCacheResult(image, from: CacheType(tierID: tier.id))
    }
}

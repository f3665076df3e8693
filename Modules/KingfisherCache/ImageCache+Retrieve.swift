public import KingfisherCore
internal import KingfisherMemoryStorage

extension ImageCache {
    /// Finds an image: in memory, else in the tiers in order.
    ///
    /// What a tier had goes into memory and into the tiers before it. A value from which no image can be made is
    /// removed and counts as none; a stored original is processed as the options ask.
    /// - Throws: `KingfisherError` when the image was not found and a tier could not be asked, or
    ///   `CancellationError`.
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
        let lookup = try await lookUpTiers(forKey: key, options: options)
        if let hit = lookup.hit { return ImageCacheResult(hit.image, from: hit.type) }
        if let failure = lookup.failures.first { throw failure }
        return .none
    }
}

import Foundation
import KingfisherCache
import KingfisherCore

/// One load, from a source and its options to an image.
struct ImageLoad: Sendable {
    let source: Source
    let options: KingfisherParsedOptionsInfo
    let cache: ImageCache
    let originalCache: ImageCache
    let downloader: ImageDownloader
    let pool: WorkPool

    /// The stages in order: caches, cached original, source, making the image, storing.
    /// - Throws: `KingfisherError`, or `CancellationError`.
    func result(_ emit: @escaping @Sendable (DownloadProgress) -> Void) async throws -> RetrieveImageResult {
        var notes = TierNotes()
        if let image = cachedInMemory() { return result(image, .memory) }
        if let found = try await cachedInTiers(&notes) {
            cache.storeInMemory(found.image, forKey: source.cacheKey, options: options)
            return result(found.image, found.hit.type, of: found.hit.stored, notes.errors)
        }
        if let found = try await madeOfOriginal(&notes) {
            let failures = await store(found.image, of: found.hit.stored)
            return result(found.image, .none, of: found.hit.stored, notes.errors + failures)
        }
        guard !options.onlyFromCache else {
            throw notes.failures.first ?? .cacheError(reason: .imageNotExisting(key: source.cacheKey))
        }
        let fetched = try await fetched(emit)
        let image = try await making.image(of: fetched, as: .source)
        let failures = await store(image, of: fetched) + storeOriginal(fetched, of: image)
        return result(image, .none, of: fetched, notes.errors + failures)
    }

    private var making: ImageMaking { ImageMaking(options: options, pool: pool) }

    private func result(
        _ image: Image, _ cacheType: CacheType, of bytes: StoredData? = nil, _ errors: [KingfisherError] = []
    ) -> RetrieveImageResult {
        RetrieveImageResult(
            image: image, cacheType: cacheType, source: source, originalData: bytes?.original,
            cacheErrors: errors)
    }

    /// Asked again, since another load may have ended between the caller's look and the start of this one.
    private func cachedInMemory() -> Image? {
        guard !options.forceRefresh else { return nil }
        return cache.retrieveImageInMemoryCache(forKey: source.cacheKey, options: options)
    }

    /// The image as the options ask for it, from a tier.
    private func cachedInTiers(_ notes: inout TierNotes) async throws -> ImageMaking.Found? {
        guard !options.forceRefresh, !options.fromMemoryCacheOrRefresh else { return nil }
        return try await making.image(
            in: cache, for: ImageCache.storageKey(source.cacheKey, options), as: .result,
            noting: &notes)
    }

    /// The image processed now, of what the original cache has of the source.
    private func madeOfOriginal(_ notes: inout TierNotes) async throws -> ImageMaking.Found? {
        let isAskedAlready = options.processor.isIdentity && originalCache === cache
        guard !options.forceRefresh, !options.fromMemoryCacheOrRefresh, !isAskedAlready else { return nil }
        return try await making.image(
            in: originalCache, for: ImageCache.originalKey(source.cacheKey, options), as: .source,
            noting: &notes)
    }

    /// The source's bytes.
    func fetched(_ emit: @escaping @Sendable (DownloadProgress) -> Void) async throws -> StoredData {
        switch source {
        case .network(let resource):
            return try await downloader.data(from: resource.downloadURL, options: options, progress: emit)
        case .provider(let provider):
            do {
                return StoredData(try await provider.data(), kind: .original)
            } catch {
                if KingfisherError.isCancellation(error) { throw CancellationError() }
                throw KingfisherError.imageSettingError(
                    reason: .dataProviderError(provider: provider, error: error))
            }
        }
    }

    /// Stores the image: in memory at once; behind memory meanwhile, or before returning with `waitForCache`.
    private func store(_ image: Image, of bytes: StoredData) async -> [KingfisherError] {
        await failures(
            of: cache.storing(
                image, original: bytes.original, validators: bytes.validators, forKey: source.cacheKey,
                options: options, toDisk: !options.cacheMemoryOnly))
    }

    /// Stores the source's bytes behind memory, where the options ask for them and a whole image came of them.
    private func storeOriginal(_ bytes: StoredData, of image: Image) async -> [KingfisherError] {
        guard options.cacheOriginalImage, !options.processor.isIdentity, !image.isPartial else { return [] }
        return await failures(
            of: originalCache.storingOriginal(bytes, forKey: source.cacheKey, options: options))
    }

    private func failures(of storing: Task<CacheStoreResult, Never>) async -> [KingfisherError] {
        guard options.waitForCache, case .failure(let error) = await storing.value.diskCacheResult else {
            return []
        }
        return [error]
    }
}

extension StoredData {
    /// The bytes, where they are the source's as received.
    fileprivate var original: Data? { kind == .original ? data : nil }
}

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

    /// The stages in order: caches, cached original, source, processing, storing.
    /// - Throws: `KingfisherError`, or `CancellationError`.
    func result(_ emit: @escaping @Sendable (DownloadProgress) -> Void) async throws -> RetrieveImageResult {
        var errors: [KingfisherError] = []
        if let cached = try await cached(noting: &errors) { return cached }
        if let made = try await madeOfOriginal(noting: &errors) { return made }
        guard !options.onlyFromCache else {
            throw KingfisherError.cacheError(reason: .imageNotExisting(key: source.cacheKey))
        }
        let fetched = try await fetched(emit)
        let image = try await ImageMaking(options: options, pool: pool).image(of: .data(fetched.data))
        errors += await stored(image, of: fetched.data)
        return RetrieveImageResult(
            image: image, cacheType: .none, source: source, originalData: fetched.data, cacheErrors: errors)
    }

    /// The image as the options ask for it, from memory or a tier.
    private func cached(noting errors: inout [KingfisherError]) async throws -> RetrieveImageResult? {
        guard !options.forceRefresh else { return nil }
        // Asked again, since another load may have ended between the caller's look and the start of this one.
        if let image = cache.retrieveImageInMemoryCache(forKey: source.cacheKey, options: options) {
            return RetrieveImageResult(image: image, cacheType: .memory, source: source)
        }
        guard !options.fromMemoryCacheOrRefresh else { return nil }
        let lookup = try await cache.lookUpTiers(forKey: source.cacheKey, options: options)
        errors += lookup.errors
        guard let hit = lookup.hit else { return nil }
        let isOriginal = hit.stored.kind == .original
        return RetrieveImageResult(
            image: hit.image, cacheType: hit.type, source: source,
            originalData: isOriginal ? hit.stored.data : nil, cacheErrors: errors)
    }

    /// The image processed now, of the source's bytes in the original cache.
    private func madeOfOriginal(noting errors: inout [KingfisherError]) async throws -> RetrieveImageResult? {
        let isAskedAlready = options.processor.isIdentity && originalCache === cache
        guard !options.forceRefresh, !options.fromMemoryCacheOrRefresh, !isAskedAlready else { return nil }
        let lookup = try await originalCache.lookUpOriginal(forKey: source.cacheKey, options: options)
        errors += lookup.errors
        guard let hit = lookup.hit else { return nil }
        errors += await store(hit.image, original: hit.stored.data, in: cache)
        return RetrieveImageResult(
            image: hit.image, cacheType: .none, source: source, originalData: hit.stored.data,
            cacheErrors: errors)
    }

    /// The source's bytes.
    private func fetched(
        _ emit: @escaping @Sendable (DownloadProgress) -> Void
    ) async throws -> DownloadedData {
        switch source {
        case .network(let resource):
            return try await downloader.data(from: resource.downloadURL, options: options, progress: emit)
        case .provider(let provider):
            do {
                return DownloadedData(data: try await provider.data(), validators: nil)
            } catch {
                if KingfisherError.isCancellation(error) { throw CancellationError() }
                throw KingfisherError.imageSettingError(
                    reason: .dataProviderError(provider: provider, error: error))
            }
        }
    }

    /// Stores the image, and the source's bytes where the options ask for them.
    private func stored(_ image: Image, of data: Data) async -> [KingfisherError] {
        var errors = await store(image, original: data, in: cache)
        guard options.cacheOriginalImage, !options.processor.isIdentity, !image.isPartial else {
            return errors
        }
        let original = originalCache.storingOriginal(data, forKey: source.cacheKey, options: options)
        if options.waitForCache, case .failure(let error) = await original.value.diskCacheResult {
            errors.append(error)
        }
        return errors
    }

    /// In memory at once; behind memory meanwhile, or before returning with `waitForCache`.
    private func store(_ image: Image, original: Data, in cache: ImageCache) async -> [KingfisherError] {
        let storing = cache.storing(
            image, original: original, forKey: source.cacheKey, options: options,
            toDisk: !options.cacheMemoryOnly)
        guard options.waitForCache, case .failure(let error) = await storing.value.diskCacheResult else {
            return []
        }
        return [error]
    }
}

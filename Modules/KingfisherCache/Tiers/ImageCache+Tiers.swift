package import Foundation
package import KingfisherCore

extension ImageCache {
    /// Makes the image of a source's own bytes.
    package typealias Processing = (Data) async throws -> Image?

    /// Asks the tiers for the image that the options describe, and keeps it in memory.
    ///
    /// A failing tier is skipped and noted. With `waitForCache`, the tiers before the one that had it have it too on
    /// return; else they get it meanwhile.
    /// - Parameter process: Used on an original that lies under the key of a processed image; the options' processor
    ///   on the cache's pool when nil.
    /// - Throws: Nothing but `CancellationError`; a cancelled look-up promotes nothing.
    package func lookUpTiers(
        forKey key: String, options: KingfisherParsedOptionsInfo, process: Processing? = nil
    ) async throws -> TierLookup {
        let lookup = try await lookUp(Self.storageKey(key, options), options, process)
        if let hit = lookup.hit { storeInMemory(hit.image, forKey: key, options: options) }
        return lookup
    }

    /// Asks the tiers for the source's own bytes, and processes them as the options ask.
    ///
    /// The result is not kept in memory, since it belongs into the target cache, which may be another one.
    /// - Parameter process: The options' processor on the cache's pool when nil.
    /// - Throws: Nothing but `CancellationError`.
    package func lookUpOriginal(
        forKey key: String, options: KingfisherParsedOptionsInfo, process: Processing? = nil
    ) async throws -> TierLookup {
        try await lookUp(StorageKey(key, fileExtension: options.forcedCacheFileExtension), options, process)
    }

    /// Reads the first tier and makes the image on the caller's thread, where the options ask for it and that tier
    /// keeps files on this machine.
    ///
    /// Nil for anything but a plain hit: `lookUpTiers` deals with the rest.
    package func lookUpAtOnce(forKey key: String, options: KingfisherParsedOptionsInfo) -> TierLookup.Hit? {
        guard options.loadDiskFileSynchronously, let tier = tiers.first as? any LocalDataStorage,
            let stored = try? tier.storedValue(
                for: Self.storageKey(key, options),
                extending: options.diskCacheAccessExtendingExpiration),
            let image = try? Self.image(from: stored, completed(options)), !image.isPartial
        else { return nil }
        storeInMemory(image, forKey: key, options: options)
        return TierLookup.Hit(image: image, stored: stored, type: CacheType(tierID: tier.id))
    }

    private func lookUp(
        _ key: StorageKey, _ options: KingfisherParsedOptionsInfo, _ process: Processing?
    ) async throws -> TierLookup {
        var lookup = TierLookup()
        if let notReady { lookup.failures = [notReady] }
        let options = completed(options)
        await writes.settle(key)
        for (index, tier) in tiers.enumerated() {
            try Task.checkCancellation()
            guard let stored = try await read(key, from: tier, options, &lookup) else { continue }
            try Task.checkCancellation()
            guard let image = try await decode(stored, key, from: tier, options, process, &lookup) else {
                continue
            }
            try Task.checkCancellation()
            lookup.hit = TierLookup.Hit(image: image, stored: stored, type: CacheType(tierID: tier.id))
            await promote(stored, key, to: tiers[..<index], options)
            return lookup
        }
        return lookup
    }

    private func read(
        _ key: StorageKey, from tier: any DataStorage, _ options: KingfisherParsedOptionsInfo,
        _ lookup: inout TierLookup
    ) async throws -> StoredData? {
        do {
            return try await tier.value(for: key, extending: options.diskCacheAccessExtendingExpiration)
        } catch {
            try Self.rethrowCancellation(error)
            lookup.failures.append(
                .cacheError(reason: .cannotLoadDataFromDisk(key: key.cacheKey, error: error)))
            return nil
        }
    }

    /// Makes the image on the pool; of a value that is damaged, the tier is rid.
    private func decode(
        _ stored: StoredData, _ key: StorageKey, from tier: any DataStorage,
        _ options: KingfisherParsedOptionsInfo, _ process: Processing?, _ lookup: inout TierLookup
    ) async throws -> Image? {
        do {
            let image = try await image(from: stored, options, process)
            if let image, !image.isPartial { return image }
            throw PluginError(.corrupt, pluginID: "cache", message: "The stored bytes make no whole image.")
        } catch {
            try Self.rethrowCancellation(error)
            lookup.discarded.append(
                .cacheError(reason: .cannotLoadDataFromDisk(key: key.cacheKey, error: error)))
            if Self.isDamage(error) { await writes.write(key) { try? await tier.remove(key) }.value }
            return nil
        }
    }

    private func image(
        from stored: StoredData, _ options: KingfisherParsedOptionsInfo, _ process: Processing?
    ) async throws -> Image? {
        if let process, stored.kind == .original, !options.processor.isIdentity {
            return try await process(stored.data)
        }
        return try await processingPool.run { try Self.image(from: stored, options) }
    }

    private static func image(
        from stored: StoredData, _ options: KingfisherParsedOptionsInfo
    ) throws -> Image? {
        if stored.kind == .original, !options.processor.isIdentity {
            return try options.processor.process(item: .data(stored.data), options: options)
        }
        return try options.cacheSerializer.image(with: stored.data, options: options)
    }

    /// Whether the bytes are to blame, rather than the limits or the memory of this one attempt.
    private static func isDamage(_ error: any Error) -> Bool {
        if case KingfisherError.processorError(.processingFailed(_, let cause?)) = error {
            return isDamage(cause)
        }
        guard let code = (error as? PluginError)?.code else { return true }
        return code != .limitExceeded && code != .outOfMemory
    }

    /// Puts a value into the tiers before the one that had it. One that fails has no copy, which is no harm.
    private func promote(
        _ stored: StoredData, _ key: StorageKey, to earlier: ArraySlice<any DataStorage>,
        _ options: KingfisherParsedOptionsInfo
    ) async {
        guard !earlier.isEmpty else { return }
        let promotion = writes.write(key) {
            for tier in earlier {
                try? await tier.store(stored, for: key, expiration: options.diskCacheExpiration)
            }
        }
        if options.waitForCache { await promotion.value }
    }

    private static func rethrowCancellation(_ error: any Error) throws {
        if KingfisherError.isCancellation(error) || Task.isCancelled { throw CancellationError() }
    }
}

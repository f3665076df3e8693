package import KingfisherCore

extension ImageCache {
    /// The key in the tiers of the image that the options describe.
    package static func storageKey(_ key: String, _ options: KingfisherParsedOptionsInfo) -> StorageKey {
        StorageKey(
            key, processorIdentifier: options.storedIdentifier,
            fileExtension: options.forcedCacheFileExtension)
    }

    /// The key in the tiers of the source's own bytes.
    package static func originalKey(_ key: String, _ options: KingfisherParsedOptionsInfo) -> StorageKey {
        StorageKey(key, fileExtension: options.forcedCacheFileExtension)
    }

    /// The first value that the tiers have under a key, or the next one after a hit that was of no use.
    ///
    /// A tier that fails is skipped and noted. The caller says what became of a hit: `promote`, `discard`, or nothing.
    /// - Throws: Nothing but `CancellationError`.
    package func lookUp(
        _ key: StorageKey, after hit: TierHit? = nil, extending: ExpirationExtending,
        noting notes: inout TierNotes
    ) async throws -> TierHit? {
        if hit == nil {
            if let notReady { notes.failures.append(notReady) }
            await writes.settle(key)
        }
        for index in tiers.indices.dropFirst(hit.map { $0.tierIndex + 1 } ?? 0) {
            try Task.checkCancellation()
            do {
                guard let stored = try await tiers[index].value(for: key, extending: extending) else {
                    continue
                }
                let type = CacheType(tierID: tiers[index].id)
                return TierHit(key: key, stored: stored, type: type, tierIndex: index)
            } catch {
                try Self.rethrowCancellation(error)
                notes.failures.append(
                    .cacheError(reason: .cannotLoadDataFromDisk(key: key.cacheKey, error: error)))
            }
        }
        return nil
    }

    /// Puts a value into the tiers before the one that had it. One that fails has no copy, which is no harm.
    ///
    /// What has been stored or removed since the look-up stays as it is. With `waitForCache`, the tiers have it on
    /// return; else they get it meanwhile.
    package func promote(_ hit: TierHit, options: KingfisherParsedOptionsInfo) async {
        guard hit.tierIndex > 0 else { return }
        let promotion = writes.write(hit.key) {
            guard await self.tiers[hit.tierIndex].contains(hit.key) else { return }
            for tier in self.tiers[..<hit.tierIndex] where await !tier.contains(hit.key) {
                try? await tier.store(hit.stored, for: hit.key, expiration: options.diskCacheExpiration)
            }
        }
        if options.waitForCache { await promotion.value }
    }

    /// Removes a damaged value from the tier that had it, unless that has another one by now.
    package func discard(_ hit: TierHit) async {
        let tier = tiers[hit.tierIndex]
        await writes.write(hit.key) {
            guard let stored = try? await tier.value(for: hit.key, extending: .none), stored == hit.stored
            else {
                return
            }
            try? await tier.remove(hit.key)
            self.eventStreams.send(.removedDamaged(key: hit.key.cacheKey))
        }.value
    }

    static func rethrowCancellation(_ error: any Error) throws {
        if KingfisherError.isCancellation(error) || Task.isCancelled { throw CancellationError() }
    }
}

public import Foundation
public import KingfisherCore
internal import KingfisherMemoryStorage

extension ImageCache {
    /// Stores an image in memory and, when asked, in the tiers.
    ///
    /// In memory it is at once. An image of which only a part was decoded is not stored.
    /// - Parameters:
    ///   - original: The bytes of the source as received: what is stored of an unprocessed image.
    ///   - toDisk: Whether the tiers store it too.
    /// - Throws: `KingfisherError` when a tier could not store it; the others have.
    public func store(
        _ image: Image, original: Data? = nil, forKey key: String,
        options: KingfisherParsedOptionsInfo, toDisk: Bool = true
    ) async throws {
        try await storeResult(image, original: original, forKey: key, options: options, toDisk: toDisk)
            .diskCacheResult.get()
    }

    /// Stores an image under a processor's identifier instead of a load's options.
    /// - Parameters:
    ///   - original: The bytes of the source as received: what is stored of an unprocessed image.
    ///   - identifier: What was done to the image; empty for nothing.
    ///   - forcedExtension: The extension of a file in the disk tier, without the dot.
    ///   - serializer: Makes the bytes for the tiers.
    ///   - toDisk: Whether the tiers store it too.
    /// - Throws: `KingfisherError` when a tier could not store it; the others have.
    public func store(
        _ image: Image, original: Data? = nil, forKey key: String,
        processorIdentifier identifier: String = "", forcedExtension: String? = nil,
        cacheSerializer serializer: any CacheSerializer = DefaultCacheSerializer.default, toDisk: Bool = true
    ) async throws {
        let options = Self.options(identifier, forcedExtension, serializer)
        try await store(image, original: original, forKey: key, options: options, toDisk: toDisk)
    }

    /// Stores an image as `store(_:original:forKey:options:toDisk:)` does, and tells how both halves went.
    public func storeResult(
        _ image: Image, original: Data? = nil, forKey key: String,
        options: KingfisherParsedOptionsInfo, toDisk: Bool = true
    ) async -> CacheStoreResult {
        await storing(image, original: original, forKey: key, options: options, toDisk: toDisk).value
    }

    /// Stores encoded bytes in the tiers, and nothing in memory.
    /// - Parameters:
    ///   - identifier: What was done to the image; with an empty one the bytes are those of the source.
    ///   - forcedExtension: The extension of a file in the disk tier, without the dot.
    ///   - expiration: The tiers' own default when nil.
    /// - Throws: `KingfisherError` when a tier could not store them; the others have.
    public func storeToDisk(
        _ data: Data, forKey key: String, processorIdentifier identifier: String = "",
        forcedExtension: String? = nil, expiration: StorageExpiration? = nil
    ) async throws {
        let key = StorageKey(key, processorIdentifier: identifier, fileExtension: forcedExtension)
        try await storingValue(Self.value(data, key), key, expiration).value.diskCacheResult.get()
    }

    /// Stores an image in memory, and nothing in the tiers.
    package func storeInMemory(_ image: Image, forKey key: String, options: KingfisherParsedOptionsInfo) {
        guard !image.isPartial else { return }
        memoryStorage.store(
            value: image, forKey: Self.memoryKey(key, options.resultIdentifier),
            expiration: options.memoryCacheExpiration)
    }

    /// Stores in memory at once, and in the tiers in a task that the caller may wait for or not.
    /// - Parameter validators: What the server named the source by.
    package func storing(
        _ image: Image, original: Data?, validators: HTTPValidators? = nil, forKey key: String,
        options: KingfisherParsedOptionsInfo, toDisk: Bool
    ) -> Task<CacheStoreResult, Never> {
        storeInMemory(image, forKey: key, options: options)
        guard toDisk, !tiers.isEmpty else {
            return Task { CacheStoreResult(tiers: self.emptyResult(toDisk)) }
        }
        let storageKey = Self.storageKey(key, options)
        let options = completed(options)
        return writes.write(storageKey) {
            do throws(KingfisherError) {
                var value = try await self.serialized(image, original: original, key: key, options: options)
                value.validators = validators
                try await self.write(value, storageKey, options.diskCacheExpiration)
                return CacheStoreResult(tiers: .success(()))
            } catch {
                return self.failed(error, key)
            }
        }
    }

    /// Stores the source's own bytes in the tiers, in a task that the caller may wait for or not.
    package func storingOriginal(
        _ original: StoredData, forKey key: String, options: KingfisherParsedOptionsInfo
    ) -> Task<CacheStoreResult, Never> {
        storingValue(original, Self.originalKey(key, options), options.diskCacheExpiration)
    }

    /// Encoded bytes that a caller stores under a key, which tells what they are.
    static func value(_ data: Data, _ key: StorageKey) -> StoredData {
        StoredData(data, kind: key.processorIdentifier.isEmpty ? .original : .processed)
    }

    func storingValue(
        _ value: StoredData, _ key: StorageKey, _ expiration: StorageExpiration?
    ) -> Task<CacheStoreResult, Never> {
        guard !tiers.isEmpty else { return Task { CacheStoreResult(tiers: self.emptyResult(true)) } }
        return writes.write(key) {
            do throws(KingfisherError) {
                try await self.write(value, key, expiration)
                return CacheStoreResult(tiers: .success(()))
            } catch {
                return self.failed(error, key.cacheKey)
            }
        }
    }

    /// Tells those who listen: whoever loads an image does not wait for it to be stored.
    private func failed(_ error: KingfisherError, _ key: String) -> CacheStoreResult {
        eventStreams.send(.storeFailed(key: key, error: error))
        return CacheStoreResult(tiers: .failure(error))
    }

    /// The options that stand for a processor's identifier.
    static func options(
        _ identifier: String, _ forcedExtension: String?,
        _ serializer: any CacheSerializer = DefaultCacheSerializer.default
    ) -> KingfisherParsedOptionsInfo {
        var options = KingfisherParsedOptionsInfo()
        if !identifier.isEmpty { options.processor = NamedProcessor(identifier: identifier) }
        options.forcedCacheFileExtension = forcedExtension
        options.cacheSerializer = serializer
        return options
    }

    private func emptyResult(_ toDisk: Bool) -> Result<(), KingfisherError> {
        guard toDisk, let notReady else { return .success(()) }
        return .failure(notReady)
    }

    /// Makes the value to store, on the pool.
    private func serialized(
        _ image: Image, original: Data?, key: String, options: KingfisherParsedOptionsInfo
    ) async throws(KingfisherError) -> StoredData {
        guard !image.isPartial else {
            let reason = PluginError(
                .truncated, pluginID: "cache",
                message: "The image is incomplete, and only whole ones are cached.")
            throw .cacheError(reason: .cannotSerializeImage(key: key, error: reason))
        }
        do {
            let serializer = options.cacheSerializer
            let context = SerializationContext(
                codecs: options.codecs, isProcessed: !options.processor.isIdentity)
            let data = try await processingPool.run {
                try serializer.data(with: image, original: original, context: context)
            }
            guard let data else {
                throw KingfisherError.cacheError(reason: .cannotSerializeImage(key: key, error: nil))
            }
            return StoredData(data, kind: data == original ? .original : .processed)
        } catch let error as KingfisherError {
            throw error
        } catch {
            throw .cacheError(reason: .cannotSerializeImage(key: key, error: error))
        }
    }

    /// Writes to every tier, whether or not those before it took the value; throws the first failure.
    private func write(
        _ value: StoredData, _ key: StorageKey, _ expiration: StorageExpiration?
    ) async throws(KingfisherError) {
        var failure: KingfisherError?
        for tier in tiers {
            do {
                try await tier.store(value, for: key, expiration: expiration)
            } catch {
                failure =
                    failure ?? .cacheError(reason: .cannotCreateCacheFile(key: key.cacheKey, error: error))
            }
        }
        if let failure { throw failure }
    }
}

/// Stands for a processor of which only the identifier is known: it names, and processes nothing.
private struct NamedProcessor: ImageProcessor {
    let identifier: String

    func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
        try item.image(options: options)
    }
}

public import KingfisherCore
internal import KingfisherMemoryStorage

extension ImageCache {
    /// Removes an image; succeeds when there is none.
    /// - Parameters:
    ///   - identifier: What was done to the image; empty for nothing.
    ///   - forcedExtension: The extension it was stored with.
    ///   - fromMemory: Whether memory lets go of it, which it does at once.
    ///   - fromDisk: Whether the tiers remove it.
    /// - Throws: `KingfisherError` with code 3011, or what a tier threw; the others have removed it.
    public func removeImage(
        forKey key: String, processorIdentifier identifier: String = "", forcedExtension: String? = nil,
        fromMemory: Bool = true, fromDisk: Bool = true
    ) async throws {
        let storageKey = StorageKey(key, processorIdentifier: identifier, fileExtension: forcedExtension)
        if fromMemory { memoryStorage.remove(forKey: Self.memoryKey(key, identifier)) }
        if fromDisk { try await removing(storageKey).value.get() }
    }

    /// Removes the image that a load with these options would find; succeeds when there is none.
    /// - Throws: As `removeImage(forKey:processorIdentifier:forcedExtension:fromMemory:fromDisk:)`.
    public func removeImage(
        forKey key: String, options: KingfisherParsedOptionsInfo, fromMemory: Bool = true,
        fromDisk: Bool = true
    ) async throws {
        if fromMemory { memoryStorage.remove(forKey: Self.memoryKey(key, options.resultIdentifier)) }
        if fromDisk { try await removing(Self.storageKey(key, options)).value.get() }
    }

    /// Takes the removal's turn at once, so that it comes before what is stored later.
    func removing(_ key: StorageKey) -> Task<Result<Void, any Error>, Never> {
        writes.write(key) { await self.eachTier { try await $0.remove(key) } }
    }

    /// Does the same to every tier, whether or not it worked for those before; the first failure counts.
    func eachTier(_ body: (any DataStorage) async throws -> Void) async -> Result<Void, any Error> {
        if let notReady { return .failure(notReady) }
        var result: Result<Void, any Error> = .success(())
        for tier in tiers {
            do {
                try await body(tier)
            } catch {
                if case .success = result { result = .failure(error) }
            }
        }
        return result
    }
}

public import Foundation
public import KingfisherCore
internal import KingfisherMemoryStorage

extension ImageCache {
    /// Stores an image in memory at once and, when asked, in the tiers afterwards.
    ///
    /// Writes of one key, and removals, happen in the order of the calls.
    /// - Parameters:
    ///   - original: The bytes of the source as received: what is stored of an unprocessed image.
    ///   - toDisk: Whether the tiers store it too.
    ///   - completionHandler: Called once, on the options' `callbackQueue`, when the tiers have it.
    public func store(
        _ image: Image, original: Data? = nil, forKey key: String,
        options: KingfisherParsedOptionsInfo, toDisk: Bool = true,
        completionHandler: (@Sendable (CacheStoreResult) -> Void)? = nil
    ) {
        let task = storing(image, original: original, forKey: key, options: options, toDisk: toDisk)
        deliver(task, on: options.callbackQueue, to: completionHandler)
    }

    /// Stores an image under a processor's identifier instead of a load's options.
    /// - Parameters:
    ///   - original: The bytes of the source as received: what is stored of an unprocessed image.
    ///   - identifier: What was done to the image; empty for nothing.
    ///   - forcedExtension: The extension of a file in the disk tier, without the dot.
    ///   - serializer: Makes the bytes for the tiers.
    ///   - toDisk: Whether the tiers store it too.
    ///   - callbackQueue: Where the handler runs.
    ///   - completionHandler: Called once, when the tiers have it.
    public func store(
        _ image: Image, original: Data? = nil, forKey key: String,
        processorIdentifier identifier: String = "", forcedExtension: String? = nil,
        cacheSerializer serializer: any CacheSerializer = DefaultCacheSerializer.default,
        toDisk: Bool = true, callbackQueue: CallbackQueue = .untouch,
        completionHandler: (@Sendable (CacheStoreResult) -> Void)? = nil
    ) {
        var options = Self.options(identifier, forcedExtension, serializer)
        options.callbackQueue = callbackQueue
        store(
            image, original: original, forKey: key, options: options, toDisk: toDisk,
            completionHandler: completionHandler)
    }

    /// Stores encoded bytes in the tiers, and nothing in memory.
    /// - Parameters:
    ///   - identifier: What was done to the image; with an empty one the bytes are those of the source.
    ///   - forcedExtension: The extension of a file in the disk tier, without the dot.
    ///   - expiration: The tiers' own default when nil.
    ///   - callbackQueue: Where the handler runs.
    ///   - completionHandler: Called once, when the tiers have them.
    public func storeToDisk(
        _ data: Data, forKey key: String, processorIdentifier identifier: String = "",
        forcedExtension: String? = nil, expiration: StorageExpiration? = nil,
        callbackQueue: CallbackQueue = .untouch,
        completionHandler: (@Sendable (CacheStoreResult) -> Void)? = nil
    ) {
        let key = StorageKey(key, processorIdentifier: identifier, fileExtension: forcedExtension)
        let task = storingValue(Self.value(data, key), key, expiration)
        deliver(task, on: callbackQueue, to: completionHandler)
    }

    /// Removes an image: from memory at once, from the tiers afterwards. Failures are not reported here.
    /// - Parameters:
    ///   - identifier: What was done to the image; empty for nothing.
    ///   - forcedExtension: The extension it was stored with.
    ///   - fromMemory: Whether memory lets go of it.
    ///   - fromDisk: Whether the tiers remove it.
    ///   - callbackQueue: Where the handler runs.
    ///   - completionHandler: Called once, when it is gone.
    public func removeImage(
        forKey key: String, processorIdentifier identifier: String = "", forcedExtension: String? = nil,
        fromMemory: Bool = true, fromDisk: Bool = true, callbackQueue: CallbackQueue = .untouch,
        completionHandler: (@Sendable () -> Void)? = nil
    ) {
        if fromMemory { memoryStorage.remove(forKey: Self.memoryKey(key, identifier)) }
        guard fromDisk else {
            if let completionHandler { callbackQueue.execute(completionHandler) }
            return
        }
        let key = StorageKey(key, processorIdentifier: identifier, fileExtension: forcedExtension)
        let task = removing(key)
        deliver(task, on: callbackQueue, to: completionHandler)
    }
}

public import KingfisherCore

extension ImageCache {
    /// Finds an image: in memory, else in the tiers in order; see the async form.
    ///
    /// An image in memory is delivered before this returns, where the queue is `.untouch`; with
    /// `loadDiskFileSynchronously` so is one in a first tier on this machine.
    /// - Parameters:
    ///   - callbackQueue: Where the handler runs; the options' `callbackQueue` when nil.
    ///   - completionHandler: Called once.
    public func retrieveImage(
        forKey key: String, options: KingfisherParsedOptionsInfo, callbackQueue: CallbackQueue? = nil,
        completionHandler: (@Sendable (Result<ImageCacheResult, KingfisherError>) -> Void)?
    ) {
        guard let completionHandler else { return }
        let queue = callbackQueue ?? options.callbackQueue
        if let image = retrieveImageInMemoryCache(forKey: key, options: options) {
            return queue.execute { completionHandler(.success(.memory(image))) }
        }
        if let result = retrieveAtOnce(key, options) {
            return queue.execute { completionHandler(.success(result)) }
        }
        let task = Task { () -> Result<ImageCacheResult, KingfisherError> in
            do {
                return .success(try await self.retrieveImage(forKey: key, options: options))
            } catch {
                return .failure(KingfisherError(thrownByCache: error, key: key))
            }
        }
        deliver(task, on: queue, to: completionHandler)
    }

    /// Finds an image: in memory, else in the tiers in order; see the async form.
    /// - Parameters:
    ///   - callbackQueue: Where the handler runs; the options' `callbackQueue` when nil.
    ///   - completionHandler: Called once.
    public func retrieveImage(
        forKey key: String, options: KingfisherOptionsInfo? = nil, callbackQueue: CallbackQueue? = nil,
        completionHandler: (@Sendable (Result<ImageCacheResult, KingfisherError>) -> Void)?
    ) {
        retrieveImage(
            forKey: key, options: KingfisherParsedOptionsInfo(options), callbackQueue: callbackQueue,
            completionHandler: completionHandler)
    }

    /// Finds an image in the tiers, without asking memory first.
    /// - Parameters:
    ///   - callbackQueue: Where the handler runs; the options' `callbackQueue` when nil.
    ///   - completionHandler: Called once.
    public func retrieveImageInDiskCache(
        forKey key: String, options: KingfisherOptionsInfo? = nil, callbackQueue: CallbackQueue? = nil,
        completionHandler: @escaping @Sendable (Result<Image?, KingfisherError>) -> Void
    ) {
        let queue = callbackQueue ?? KingfisherParsedOptionsInfo(options).callbackQueue
        let task = Task { () -> Result<Image?, KingfisherError> in
            do {
                return .success(try await self.retrieveImageInDiskCache(forKey: key, options: options))
            } catch {
                return .failure(KingfisherError(thrownByCache: error, key: key))
            }
        }
        deliver(task, on: queue, to: completionHandler)
    }

    /// Tells where an image is: in memory, or in which tier.
    /// - Parameters:
    ///   - identifier: What was done to the image; empty for nothing.
    ///   - forcedExtension: The extension it was stored with.
    ///   - callbackQueue: Where the handler runs.
    ///   - completionHandler: Called once.
    public func imageCachedTypeAsync(
        forKey key: String, processorIdentifier identifier: String = "", forcedExtension: String? = nil,
        callbackQueue: CallbackQueue = .untouch, completionHandler: @escaping @Sendable (CacheType) -> Void
    ) {
        let task = Task {
            await self.imageCachedTypeAsync(
                forKey: key, processorIdentifier: identifier, forcedExtension: forcedExtension)
        }
        deliver(task, on: callbackQueue, to: completionHandler)
    }
}

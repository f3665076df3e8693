public import KingfisherCore

extension KF.Builder {
    /// A copy that tells the block of the download's progress, on any thread, when its length is known.
    public func onProgress(_ block: DownloadProgressBlock?) -> Self { changed { $0.progressBlock = block } }

    /// A copy that tells the block of the image, on the callback queue.
    public func onSuccess(_ block: (@Sendable (RetrieveImageResult) -> Void)?) -> Self {
        changed { $0.successBlock = block }
    }

    /// A copy that tells the block of the error, on the callback queue.
    public func onFailure(_ block: (@Sendable (KingfisherError) -> Void)?) -> Self {
        changed { $0.failureBlock = block }
    }

    /// What is loaded, as the manager sees it; nil when the chain began with nothing.
    public func source(for manager: KingfisherManager) -> Source? {
        switch origin {
        case nil: nil
        case .source(let source): source
        case .resource(let resource): manager.source(of: resource)
        }
    }

    /// Loads the image. Of the callbacks only that of progress is called.
    /// - Throws: `KingfisherError`.
    public func image(with manager: KingfisherManager) async throws -> RetrieveImageResult {
        guard let source = source(for: manager) else { throw emptySource }
        return try await manager.retrieveImage(with: source, options: options, progressBlock: progressBlock)
    }

    /// Loads the image, and calls `onSuccess` or `onFailure` once.
    /// - Returns: A task to cancel the load with; nil when the image was in memory or there was no source.
    @discardableResult
    public func retrieve(with manager: KingfisherManager) -> DownloadTask? {
        let (succeeded, failed) = (successBlock, failureBlock)
        guard let source = source(for: manager) else {
            let error = emptySource
            manager.parsedOptions(options).callbackQueue.execute { failed?(error) }
            return nil
        }
        return manager.retrieveImage(with: source, options: options, progressBlock: progressBlock) { result in
            switch result {
            case .success(let value): succeeded?(value)
            case .failure(let error): failed?(error)
            }
        }
    }

    private var emptySource: KingfisherError { .imageSettingError(reason: .emptySource) }
}

public import KingfisherCore

/// Told on the main actor how far a view's load is: bytes so far, and in all.
public typealias ViewProgressBlock = @MainActor @Sendable (_ receivedSize: Int64, _ totalSize: Int64) -> Void

/// Gets the result of a view's load, on the main actor.
public typealias ViewCompletionHandler =
    @MainActor @Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void

@MainActor
extension KingfisherWrapper where Base: ImageSettable {
    /// Names the load that is under way for the view; nil when there is none.
    public var taskIdentifier: UInt? { base.imageSetting.taskIdentifier }

    /// What stands in for the image now.
    public var placeholder: (any Placeholder)? { base.imageSetting.placeholder }

    /// Shows that the view waits for its image; nil for none.
    public var indicator: (any Indicator)? {
        get { base.imageSetting.indicator }
        nonmutating set { base.imageSetting.indicator = newValue }
    }

    /// Loads an image and shows it.
    ///
    /// An image in memory is shown before the call returns. Until any other comes, the view shows the placeholder and its
    /// indicator; a view that is empty without a placeholder shows nothing. A later call for the same view supersedes this
    /// one: the load goes on and is cached, but not shown.
    /// - Parameters:
    ///   - source: Where it is; without one, the placeholder stays, and the call fails with code 5001.
    ///   - manager: What loads it.
    ///   - placeholder: Shown until the image is there, and when it cannot be loaded.
    ///   - options: Options behind the manager's; `callbackQueue` has no effect.
    ///   - progressBlock: Told how far the download is, while the load is current.
    ///   - completionHandler: Called exactly once, after a transition; with code 5002 when the call was superseded.
    /// - Returns: A task to cancel the load with; nil when the image was in memory.
    @discardableResult
    public func setImage(
        with source: Source?, manager: KingfisherManager, placeholder: (any Placeholder)? = nil,
        options: KingfisherOptionsInfo? = nil, progressBlock: ViewProgressBlock? = nil,
        completionHandler: ViewCompletionHandler? = nil
    ) -> DownloadTask? {
        guard let source else {
            base.imageSetting.end()
            base.replacePlaceholder(by: placeholder)
            completionHandler?(.failure(.imageSettingError(reason: .emptySource)))
            return nil
        }
        let load = ViewLoad(
            of: source, into: base, options: manager.parse(options).value, progress: progressBlock,
            completion: completionHandler)
        return load.start(with: manager, options: options ?? [], placeholder: placeholder)
    }

    /// Loads an image and shows it; see the form for a source.
    @discardableResult
    public func setImage(
        with resource: (any Resource)?, manager: KingfisherManager, placeholder: (any Placeholder)? = nil,
        options: KingfisherOptionsInfo? = nil, progressBlock: ViewProgressBlock? = nil,
        completionHandler: ViewCompletionHandler? = nil
    ) -> DownloadTask? {
        setImage(
            with: resource.map(manager.source(of:)), manager: manager, placeholder: placeholder,
            options: options, progressBlock: progressBlock, completionHandler: completionHandler)
    }

    /// Loads an image and shows it, as `setImage` does, and returns when it is shown.
    ///
    /// Its name is another so that `setImage` means the same in async functions as elsewhere. Cancelling the calling task
    /// cancels the load.
    /// - Throws: `KingfisherError`.
    @discardableResult
    public func loadImage(
        with source: Source?, manager: KingfisherManager, placeholder: (any Placeholder)? = nil,
        options: KingfisherOptionsInfo? = nil, progressBlock: ViewProgressBlock? = nil
    ) async throws -> RetrieveImageResult {
        let slot = CancellationSlot()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = setImage(
                    with: source, manager: manager, placeholder: placeholder, options: options,
                    progressBlock: progressBlock, completionHandler: { continuation.resume(with: $0) })
                if let task { slot.fill(with: task) }
            }
        } onCancel: {
            slot.cancel()
        }
    }

    /// Loads an image and shows it; see the form for a source.
    /// - Throws: `KingfisherError`.
    @discardableResult
    public func loadImage(
        with resource: (any Resource)?, manager: KingfisherManager, placeholder: (any Placeholder)? = nil,
        options: KingfisherOptionsInfo? = nil, progressBlock: ViewProgressBlock? = nil
    ) async throws -> RetrieveImageResult {
        try await loadImage(
            with: resource.map(manager.source(of:)), manager: manager, placeholder: placeholder,
            options: options, progressBlock: progressBlock)
    }

    /// Cancels the view's current load: its completion handler gets an error with `isTaskCancelled`, unless it has been
    /// superseded. The view stays as it is.
    public func cancelDownloadTask() {
        base.imageSetting.cancel()
    }
}

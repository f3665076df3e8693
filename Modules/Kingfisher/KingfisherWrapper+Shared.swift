public import KingfisherCore
public import KingfisherPipeline

// The calls of Kingfisher, loading by the manager of the process.
@MainActor
extension KingfisherWrapper where Base: ImageSettable {
    /// Loads an image by `KingfisherManager.shared` and shows it; see `setImage(with:manager:…)`.
    @discardableResult
    public func setImage(
        with resource: (any Resource)?, placeholder: (any Placeholder)? = nil,
        options: KingfisherOptionsInfo? = nil, progressBlock: ViewProgressBlock? = nil,
        completionHandler: ViewCompletionHandler? = nil
    ) -> DownloadTask? {
        setImage(
            with: resource, manager: .shared, placeholder: placeholder, options: options,
            progressBlock: progressBlock, completionHandler: completionHandler)
    }

    /// Loads an image by `KingfisherManager.shared` and shows it; see `setImage(with:manager:…)`.
    @discardableResult
    public func setImage(
        with source: Source?, placeholder: (any Placeholder)? = nil,
        options: KingfisherOptionsInfo? = nil, progressBlock: ViewProgressBlock? = nil,
        completionHandler: ViewCompletionHandler? = nil
    ) -> DownloadTask? {
        setImage(
            with: source, manager: .shared, placeholder: placeholder, options: options,
            progressBlock: progressBlock, completionHandler: completionHandler)
    }

    /// Loads an image of a data provider by `KingfisherManager.shared` and shows it; see `setImage(with:manager:…)`.
    @discardableResult
    public func setImage(
        with provider: (any ImageDataProvider)?, placeholder: (any Placeholder)? = nil,
        options: KingfisherOptionsInfo? = nil, progressBlock: ViewProgressBlock? = nil,
        completionHandler: ViewCompletionHandler? = nil
    ) -> DownloadTask? {
        setImage(
            with: provider.map { .provider($0) }, manager: .shared, placeholder: placeholder,
            options: options, progressBlock: progressBlock, completionHandler: completionHandler)
    }

    /// Loads an image by `KingfisherManager.shared` and shows it; see `loadImage(with:manager:…)`.
    /// - Throws: `KingfisherError`.
    @discardableResult
    public func loadImage(
        with resource: (any Resource)?, placeholder: (any Placeholder)? = nil,
        options: KingfisherOptionsInfo? = nil, progressBlock: ViewProgressBlock? = nil
    ) async throws -> RetrieveImageResult {
        try await loadImage(
            with: resource, manager: .shared, placeholder: placeholder, options: options,
            progressBlock: progressBlock)
    }

    /// Loads an image by `KingfisherManager.shared` and shows it; see `loadImage(with:manager:…)`.
    /// - Throws: `KingfisherError`.
    @discardableResult
    public func loadImage(
        with source: Source?, placeholder: (any Placeholder)? = nil,
        options: KingfisherOptionsInfo? = nil, progressBlock: ViewProgressBlock? = nil
    ) async throws -> RetrieveImageResult {
        try await loadImage(
            with: source, manager: .shared, placeholder: placeholder, options: options,
            progressBlock: progressBlock)
    }
}

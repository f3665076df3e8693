public import KingfisherPipeline

extension KF.Builder {
    /// Loads the image with `KingfisherManager.shared`, and calls `onSuccess` or `onFailure` once.
    @discardableResult
    public func retrieve() -> DownloadTask? { retrieve(with: .shared) }

    /// Loads the image with `KingfisherManager.shared`; of the callbacks only that of progress is called.
    /// - Throws: `KingfisherError`.
    public func image() async throws -> RetrieveImageResult { try await image(with: .shared) }
}

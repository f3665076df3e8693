public import Foundation
public import KingfisherCache
public import KingfisherCore

/// A loaded image, and where it came from.
public struct RetrieveImageResult: Sendable {
    /// The image.
    public let image: Image
    /// Which cache had it; `.none` when it was made just now, of a download or of a cached original.
    public let cacheType: CacheType
    /// The source it was loaded from.
    public let source: Source
    /// The source the load was asked for; differs from `source` when an alternative was used.
    public let originalSource: Source
    /// What went wrong with caches on the way. None of it prevented the load; failures to store are among them only
    /// with the option `waitForCache`.
    public let cacheErrors: [KingfisherError]
    /// The bytes as received, where this load has seen them: after a download, or when an unprocessed image was read
    /// from a tier behind memory.
    public let originalData: Data?

    /// Makes a result.
    public init(
        image: Image, cacheType: CacheType, source: Source, originalSource: Source? = nil,
        originalData: Data? = nil, cacheErrors: [KingfisherError] = []
    ) {
        self.image = image
        self.cacheType = cacheType
        self.source = source
        self.originalSource = originalSource ?? source
        self.originalData = originalData
        self.cacheErrors = cacheErrors
    }

    func modified(by modifier: (any ImageModifier)?) -> RetrieveImageResult {
        guard let modifier else { return self }
        return RetrieveImageResult(
            image: modifier.modify(image), cacheType: cacheType, source: source,
            originalSource: originalSource,
            originalData: originalData, cacheErrors: cacheErrors)
    }
}

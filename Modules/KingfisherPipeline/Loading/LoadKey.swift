import Foundation
import KingfisherCache
import KingfisherCore

/// What determines the outcome of a load: two loads with equal keys may be one.
struct LoadKey: Hashable, Sendable {
    private let source: Source
    private let resultIdentifier: String
    private let caches: [ObjectIdentifier]
    private let downloader: ObjectIdentifier
    private let limits: DecodingLimits
    private let serializer: [Double]
    private let flags: [Bool]
    private let expirations: [StorageExpiration?]
    private let extensions: [ExpirationExtending]
    private let fileExtension: String?
    private let deadline: TimeInterval?

    /// The key of a load, nil when it holds code whose effect cannot be compared: modifiers, handlers, queues and
    /// serializers of the caller's own. Such loads still share their download.
    init?(_ load: ImageLoad) {
        let options = load.options
        guard options.requestModifier == nil, options.redirectHandler == nil, options.processingQueue == nil,
            let serializer = options.cacheSerializer as? DefaultCacheSerializer
        else { return nil }
        self.source = load.source
        self.resultIdentifier = options.resultIdentifier
        self.caches = [ObjectIdentifier(load.cache), ObjectIdentifier(load.originalCache)]
        self.downloader = ObjectIdentifier(load.downloader)
        self.limits = options.decodingLimits
        self.serializer = [
            Double(serializer.compressionQuality), serializer.preferCacheOriginalData ? 1 : 0,
        ]
        self.flags = [
            options.forceRefresh, options.fromMemoryCacheOrRefresh, options.onlyFromCache,
            options.cacheMemoryOnly, options.waitForCache, options.cacheOriginalImage,
        ]
        self.expirations = [options.memoryCacheExpiration, options.diskCacheExpiration]
        self.extensions = [
            options.memoryCacheAccessExtendingExpiration, options.diskCacheAccessExtendingExpiration,
        ]
        self.fileExtension = options.forcedCacheFileExtension
        self.deadline = options.downloadDeadline
    }
}

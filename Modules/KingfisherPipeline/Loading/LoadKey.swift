import Foundation
import KingfisherCache
import KingfisherCore

/// What determines the outcome of a load: two loads with equal keys may be one.
struct LoadKey: Hashable, Sendable {
    private let source: Source
    private let resultIdentifier: String
    private let cache: ObjectIdentifier
    private let originalCache: ObjectIdentifier
    private let downloader: ObjectIdentifier
    private let limits: DecodingLimits
    private let serializer: DefaultCacheSerializer
    private let forceRefresh: Bool
    private let fromMemoryCacheOrRefresh: Bool
    private let onlyFromCache: Bool
    private let cacheMemoryOnly: Bool
    private let waitForCache: Bool
    private let cacheOriginalImage: Bool
    private let memoryExpiration: StorageExpiration?
    private let memoryExtending: ExpirationExtending
    private let diskExpiration: StorageExpiration?
    private let diskExtending: ExpirationExtending
    private let fileExtension: String?
    private let deadline: TimeInterval?

    /// The key of a load, nil when it holds what cannot be compared: modifiers, handlers, queues and serializers of
    /// the caller's own, and options that plugins added. Such loads still share their download.
    init?(_ load: ImageLoad) {
        let options = load.options
        guard options.sharesLoads, options.processingQueue == nil,
            let serializer = options.cacheSerializer as? DefaultCacheSerializer
        else { return nil }
        source = load.source
        resultIdentifier = options.resultIdentifier
        cache = ObjectIdentifier(load.cache)
        originalCache = ObjectIdentifier(load.originalCache)
        downloader = ObjectIdentifier(load.downloader)
        limits = options.decodingLimits
        self.serializer = serializer
        forceRefresh = options.forceRefresh
        fromMemoryCacheOrRefresh = options.fromMemoryCacheOrRefresh
        onlyFromCache = options.onlyFromCache
        cacheMemoryOnly = options.cacheMemoryOnly
        waitForCache = options.waitForCache
        cacheOriginalImage = options.cacheOriginalImage
        memoryExpiration = options.memoryCacheExpiration
        memoryExtending = options.memoryCacheAccessExtendingExpiration
        diskExpiration = options.diskCacheExpiration
        diskExtending = options.diskCacheAccessExtendingExpiration
        fileExtension = options.forcedCacheFileExtension
        deadline = options.downloadDeadline
    }
}

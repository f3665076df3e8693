public import Foundation

extension KingfisherOptionsInfoItem {
    /// Makes the image that is delivered and cached.
    public static func processor(_ value: any ImageProcessor) -> Self { Self { $0.processor = value } }
    /// Makes stored bytes.
    public static func cacheSerializer(_ value: any CacheSerializer) -> Self {
        Self { $0.cacheSerializer = value }
    }
    /// Changes the delivered image, after caching.
    public static func imageModifier(_ value: any ImageModifier) -> Self { Self { $0.imageModifier = value } }
    /// What an encoded image may ask for; `.standard` unless set.
    public static func decodingLimits(_ value: DecodingLimits) -> Self { Self { $0.decodingLimits = value } }
    /// Pixels per point of the result; 1 unless set. Part of what the memory cache compares.
    public static func scaleFactor(_ value: CGFloat) -> Self { Self { $0.scaleFactor = value } }
    /// Keeps 16-bit samples where the file has them.
    public static var keepsHighDepth: Self { Self { $0.keepsHighDepth = true } }
    /// Carries EXIF and XMP along in the image's metadata, where the file has them.
    public static var keepsMetadata: Self { Self { $0.keepsMetadata = true } }
    /// Loads an animation as a still image.
    public static var onlyLoadFirstFrame: Self { Self { $0.onlyLoadFirstFrame = true } }
    /// Decodes all frames of an animation at once.
    public static var preloadAllAnimationData: Self { Self { $0.preloadAllAnimationData = true } }
    /// Finishes decoding before delivery, as every load here does.
    public static var backgroundDecode: Self { Self { $0.backgroundDecode = true } }
    /// Asks no cache.
    public static var forceRefresh: Self { Self { $0.forceRefresh = true } }
    /// Asks only memory before the source.
    public static var fromMemoryCacheOrRefresh: Self { Self { $0.fromMemoryCacheOrRefresh = true } }
    /// Asks only caches; a miss is an error with code 3006.
    public static var onlyFromCache: Self { Self { $0.onlyFromCache = true } }
    /// Keeps the result out of the tiers behind memory.
    public static var cacheMemoryOnly: Self { Self { $0.cacheMemoryOnly = true } }
    /// Completes when the tiers behind memory have stored the result.
    public static var waitForCache: Self { Self { $0.waitForCache = true } }
    /// Stores the source's bytes as well when a processor changes them.
    public static var cacheOriginalImage: Self { Self { $0.cacheOriginalImage = true } }
    /// Reads the disk on the caller's thread.
    public static var loadDiskFileSynchronously: Self { Self { $0.loadDiskFileSynchronously = true } }
    /// Asks for existence on disk off the caller's thread, as every load here does.
    public static var asyncCacheTypeCheck: Self { Self { $0.asyncCacheTypeCheck = true } }
    /// Lets a prefetcher bring what is on disk into memory.
    public static var alsoPrefetchToMemory: Self { Self { $0.alsoPrefetchToMemory = true } }
    /// How long the memory cache keeps the result.
    public static func memoryCacheExpiration(_ value: StorageExpiration) -> Self {
        Self { $0.memoryCacheExpiration = value }
    }
    /// What a memory hit does to the expiration; `.cacheTime` unless set.
    public static func memoryCacheAccessExtendingExpiration(_ value: ExpirationExtending) -> Self {
        Self { $0.memoryCacheAccessExtendingExpiration = value }
    }
    /// How long the tiers behind memory keep the result.
    public static func diskCacheExpiration(_ value: StorageExpiration) -> Self {
        Self { $0.diskCacheExpiration = value }
    }
    /// What a hit there does to the expiration; `.cacheTime` unless set.
    public static func diskCacheAccessExtendingExpiration(_ value: ExpirationExtending) -> Self {
        Self { $0.diskCacheAccessExtendingExpiration = value }
    }
    /// The extension of files in a disk cache, without the dot.
    public static func forcedCacheFileExtension(_ value: String?) -> Self {
        Self { $0.forcedCacheFileExtension = value }
    }
    /// Where completion handlers run; `.untouch` unless set.
    public static func callbackQueue(_ value: CallbackQueue) -> Self { Self { $0.callbackQueue = value } }
    /// Where processors run; the pipeline's own pool unless set.
    public static func processingQueue(_ value: CallbackQueue) -> Self { Self { $0.processingQueue = value } }
    /// How urgent the download is among others, 0...1; 0.5 unless set.
    public static func downloadPriority(_ value: Float) -> Self { Self { $0.downloadPriority = value } }
    /// Sources to try in order when the first one fails.
    public static func alternativeSources(_ value: [Source]) -> Self {
        Self { $0.alternativeSources = value }
    }
    /// The source to load instead where data is to be saved.
    public static func lowDataMode(_ value: Source?) -> Self { Self { $0.lowDataModeSource = value } }
    /// The image a view shows when loading fails; nil clears it.
    public static func onFailureImage(_ value: Image?) -> Self { Self { $0.onFailureImage = .some(value) } }
    /// Lets a view keep its image while the next one loads.
    public static var keepCurrentImageWhileLoading: Self { Self { $0.keepCurrentImageWhileLoading = true } }
}

public import Foundation

/// Options of a load, ready to be read.
public struct KingfisherParsedOptionsInfo: Sendable {
    /// Makes the image that is delivered and cached.
    public var processor: any ImageProcessor = DefaultImageProcessor.default
    /// Makes stored bytes.
    public var cacheSerializer: any CacheSerializer = DefaultCacheSerializer.default
    /// Changes the delivered image, after caching.
    public var imageModifier: (any ImageModifier)?
    /// The codecs the load decodes and encodes with; set by the manager.
    public var codecs = ImageCodecs()
    /// What an encoded image may ask for.
    public var decodingLimits = DecodingLimits.standard
    /// Pixels per point of the result.
    public var scaleFactor: CGFloat = 1
    /// Whether 16-bit samples are kept where the file has them.
    public var keepsHighDepth = false
    /// Whether EXIF and XMP are carried along in the image's metadata.
    public var keepsMetadata = false
    /// Whether an animation is loaded as a still image.
    public var onlyLoadFirstFrame = false
    /// Whether all frames of an animation are decoded at once.
    public var preloadAllAnimationData = false
    /// Whether decoding is finished before delivery; it always is here.
    public var backgroundDecode = false

    /// Whether no cache is asked.
    public var forceRefresh = false
    /// Whether only memory is asked before the source.
    public var fromMemoryCacheOrRefresh = false
    /// Whether only caches are asked.
    public var onlyFromCache = false
    /// Whether the result is kept out of the tiers behind memory.
    public var cacheMemoryOnly = false
    /// Whether completion waits for the tiers behind memory.
    public var waitForCache = false
    /// Whether the source's bytes are stored as well when a processor changes them.
    public var cacheOriginalImage = false
    /// Whether the disk is read on the caller's thread.
    public var loadDiskFileSynchronously = false
    /// Whether existence on disk is asked off the caller's thread; it always is here.
    public var asyncCacheTypeCheck = false
    /// Whether a prefetcher brings what is on disk into memory.
    public var alsoPrefetchToMemory = false
    /// How long the memory cache keeps the result; its own default when nil.
    public var memoryCacheExpiration: StorageExpiration?
    /// What a memory hit does to that.
    public var memoryCacheAccessExtendingExpiration = ExpirationExtending.cacheTime
    /// How long the tiers behind memory keep the result; their own default when nil.
    public var diskCacheExpiration: StorageExpiration?
    /// What a hit there does to that.
    public var diskCacheAccessExtendingExpiration = ExpirationExtending.cacheTime
    /// The extension of files in a disk cache.
    public var forcedCacheFileExtension: String?

    /// Where completion handlers run.
    public var callbackQueue = CallbackQueue.untouch
    /// Where processors run; the pipeline's own pool when nil.
    public var processingQueue: CallbackQueue?
    /// How urgent the download is among others, 0...1.
    public var downloadPriority: Float = 0.5
    /// Sources to try in order when the first one fails.
    public var alternativeSources: [Source]?
    /// The source to load instead where data is to be saved.
    public var lowDataModeSource: Source?
    /// The image a view shows when loading fails; `.some(nil)` clears it.
    public var onFailureImage: Image??
    /// Whether a view keeps its image while the next one loads.
    public var keepCurrentImageWhileLoading = false

    private var extensions: [ObjectIdentifier: any Sendable] = [:]
    /// Whether no added option has been set that keeps a load from being shared.
    package private(set) var sharesLoads = true

    /// Options from items, the later of two winning; the defaults when nil.
    public init(_ info: KingfisherOptionsInfo? = nil) {
        for item in info ?? [] { set(item) }
    }

    /// Sets what the item says, over what was set before.
    public mutating func set(_ item: KingfisherOptionsInfoItem) {
        item.apply(&self)
    }

    /// An option that a module or plugin added.
    public subscript<Key: OptionKey>(key: Key.Type) -> Key.Value {
        get {
            guard let value = extensions[ObjectIdentifier(key)] else { return Key.defaultValue }
            return value as? Key.Value ?? Key.defaultValue
        }
        set {
            extensions[ObjectIdentifier(key)] = newValue
            if !Key.sharesLoads { sharesLoads = false }
        }
    }

    /// How the options ask for bytes to be decoded, at full size.
    public var decodingOptions: DecodingOptions {
        DecodingOptions(
            limits: decodingLimits, keepsHighDepth: keepsHighDepth, onlyFirstFrame: onlyLoadFirstFrame,
            keepsMetadata: keepsMetadata, scale: scaleFactor)
    }
}

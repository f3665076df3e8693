public import KingfisherCore
public import KingfisherMemoryStorage

/// Decoded images in memory, in front of an ordered list of tiers that keep encoded bytes.
///
/// Every method is safe on any thread. The async forms are the native ones; each has a callback form that completes
/// exactly once. Encoding and decoding run on a pool, never on the caller's thread. Where the methods speak of the
/// disk, as Kingfisher's do, they mean all tiers behind memory.
public final class ImageCache: Sendable {
    /// The name, for messages.
    public let name: String
    /// The images in memory. Its `config` may be changed at any time.
    public let memoryStorage: MemoryStorage.Backend<Image>
    /// The storages behind memory, in the order they are asked.
    public let tiers: [any DataStorage]

    let writes = WriteOrder()
    let eventStreams = EventStreams()
    private let codecs: ImageCodecs
    private let unavailable: (any Error)?
    let processingPool: WorkPool

    /// Makes a cache.
    /// - Parameters:
    ///   - name: Names the cache in messages.
    ///   - memoryStorage: Keeps decoded images.
    ///   - tiers: Keep encoded bytes, the fastest first. With none, the cache is one in memory alone.
    ///   - codecs: Used where the options of a call bring none.
    ///   - unavailable: Why there are no tiers where there should be some: everything that needs one then reports
    ///     `diskStorageIsNotReady`, code 3011, while memory works.
    ///   - processingPool: Where images are encoded and decoded.
    public init(
        name: String, memoryStorage: MemoryStorage.Backend<Image>, tiers: [any DataStorage],
        codecs: ImageCodecs, unavailable: (any Error)? = nil, processingPool: WorkPool = .processing
    ) {
        self.name = name
        self.memoryStorage = memoryStorage
        self.tiers = tiers
        self.codecs = codecs
        self.unavailable = unavailable
        self.processingPool = processingPool
    }

    /// What happens in the cache from now on. Each call makes a stream of its own, which ends with the cache; one that
    /// nobody reads keeps the latest 1000 events.
    public var events: AsyncStream<ImageCacheEvent> { eventStreams.stream() }

    /// The error of everything that needs a tier where none could be opened.
    var notReady: KingfisherError? {
        guard tiers.isEmpty, let unavailable else { return nil }
        return .cacheError(reason: .diskStorageIsNotReady(cacheName: name, error: unavailable))
    }

    /// The tiers that keep files on this machine.
    var localTiers: [any LocalDataStorage] {
        tiers.compactMap { $0 as? any LocalDataStorage }
    }

    /// The options with the cache's own codecs where they bring none.
    func completed(_ options: KingfisherParsedOptionsInfo) -> KingfisherParsedOptionsInfo {
        guard options.codecs.decoders.isEmpty, options.codecs.encoders.isEmpty else { return options }
        var options = options
        options.codecs = codecs
        return options
    }

    /// The key in memory, which keeps apart all that differs in pixels; the cache key itself for a plain load.
    static func memoryKey(_ key: String, _ identifier: String) -> String {
        if identifier.isEmpty { return key }
        // Each hit makes one, so in one allocation.
        var joined = ""
        joined.reserveCapacity(key.utf8.count + 1 + identifier.utf8.count)
        joined += key
        joined += "@"
        joined += identifier
        return joined
    }
}

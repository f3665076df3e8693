public import Foundation
public import KingfisherCache
public import KingfisherCore
import Synchronization

/// Loads images: from the caches where they are, else from their source, and keeps them.
///
/// Safe to use from any thread. Loads that would do the same are done once.
public final class KingfisherManager: Sendable {
    private struct Defaults {
        var items: KingfisherOptionsInfo = []
        var parsed: ParsedOptions
    }

    /// Parsed options that are handed on without being copied: a memory hit mostly reads the manager's own.
    final class ParsedOptions: Sendable {
        let value: KingfisherParsedOptionsInfo

        init(_ value: KingfisherParsedOptionsInfo) {
            self.value = value
        }
    }

    /// Where images are looked for and kept, unless an option names another cache.
    public let cache: ImageCache
    /// What downloads, unless an option names another downloader.
    public let downloader: ImageDownloader
    private let baseOptions: KingfisherParsedOptionsInfo
    private let defaults: Lock<Defaults>
    private let providers: @Sendable (URL) -> (any ImageDataProvider)?
    private let pool: WorkPool
    private let loads = SharedWork<LoadKey, RetrieveImageResult, DownloadProgress>()

    /// Makes a manager.
    /// - Parameters:
    ///   - downloader: What downloads.
    ///   - cache: Where images are looked for and kept.
    ///   - registry: Its codecs decode and encode, its providers claim URLs.
    ///   - pool: Where images are decoded and processed.
    public init(
        downloader: ImageDownloader, cache: ImageCache, registry: PluginRegistry, pool: WorkPool = .processing
    ) {
        var options = KingfisherParsedOptionsInfo()
        options.codecs = registry.codecs
        self.downloader = downloader
        self.cache = cache
        self.baseOptions = options
        self.defaults = Lock(Defaults(parsed: ParsedOptions(options)))
        self.providers = registry.provider(for:)
        self.pool = pool
    }

    /// Options of every load, before those of the call; none unless set.
    public var defaultOptions: KingfisherOptionsInfo {
        get { defaults.withLock { $0.items } }
        set {
            var parsed = baseOptions
            for item in newValue { parsed.set(item) }
            let settled = parsed
            defaults.withLock { $0 = Defaults(items: newValue, parsed: ParsedOptions(settled)) }
        }
    }

    /// Loads an image.
    ///
    /// An image in memory is returned at once, on the caller's executor.
    /// - Parameters:
    ///   - resource: Where it is.
    ///   - options: Options behind `defaultOptions`.
    ///   - progressBlock: Told of the download's progress, on any thread, when its length is known.
    /// - Throws: `KingfisherError`.
    public nonisolated(nonsending) func retrieveImage(
        with resource: any Resource, options: KingfisherOptionsInfo? = nil,
        progressBlock: DownloadProgressBlock? = nil
    ) async throws -> RetrieveImageResult {
        try await retrieveImage(with: source(of: resource), options: options, progressBlock: progressBlock)
    }

    /// Loads an image; see `retrieveImage(with:options:progressBlock:)`.
    /// - Throws: `KingfisherError`.
    public nonisolated(nonsending) func retrieveImage(
        with source: Source, options: KingfisherOptionsInfo? = nil,
        progressBlock: DownloadProgressBlock? = nil
    ) async throws -> RetrieveImageResult {
        let parsed = parse(options)
        if let hit = memoryHit(of: source, options: parsed.value) { return hit }
        return try await load(source, options: parsed.value, progressBlock: progressBlock)
    }

    /// Loads a source's bytes without decoding them; no cache is asked or filled.
    /// - Parameters:
    ///   - source: Where they are.
    ///   - options: Options behind `defaultOptions`.
    ///   - progressBlock: Told of the download's progress, on any thread, when its length is known.
    /// - Throws: `KingfisherError`.
    public func retrieveData(
        with source: Source, options: KingfisherOptionsInfo? = nil,
        progressBlock: DownloadProgressBlock? = nil
    ) async throws -> Data {
        let progress = DownloadProgress.handler(progressBlock)
        let parsed = parse(options).value
        let load = imageLoad(source, options: parsed)
        return try await RetryLoop(source: source, strategy: parsed.retryStrategy).value {
            try await load.fetched { progress?($0) }.data
        }
    }

    /// Loads an image, and calls back once on the options' callback queue.
    ///
    /// An image in memory is delivered before the call returns when the callback queue is `.untouch`.
    /// - Returns: A task to cancel the load with; nil when the image was in memory.
    @discardableResult
    public func retrieveImage(
        with resource: any Resource, options: KingfisherOptionsInfo? = nil,
        progressBlock: DownloadProgressBlock? = nil,
        completionHandler: (@Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void)?
    ) -> DownloadTask? {
        retrieveImage(
            with: source(of: resource), options: options, progressBlock: progressBlock,
            completionHandler: completionHandler)
    }

    /// Loads an image, and calls back once on the options' callback queue; see the form for a resource.
    @discardableResult
    public func retrieveImage(
        with source: Source, options: KingfisherOptionsInfo? = nil,
        progressBlock: DownloadProgressBlock? = nil,
        completionHandler: (@Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void)?
    ) -> DownloadTask? {
        let parsed = parse(options)
        if let hit = memoryHit(of: source, options: parsed.value) {
            parsed.value.callbackQueue.execute { completionHandler?(.success(hit)) }
            return nil
        }
        let task = DownloadTask()
        task.start {
            let result = await Result<RetrieveImageResult, KingfisherError>.kingfisher(url: source.url) {
                try await self.load(source, options: parsed.value, progressBlock: progressBlock)
            }
            parsed.value.callbackQueue.execute { completionHandler?(result) }
        }
        return task
    }

    /// Where the image is that a load with these options would find.
    func cachedType(of source: Source, options: KingfisherParsedOptionsInfo) async -> CacheType {
        await (options.targetCache ?? cache).imageCachedTypeAsync(forKey: source.cacheKey, options: options)
    }

    /// The manager's options with those of a call behind them.
    func parsedOptions(_ options: KingfisherOptionsInfo?) -> KingfisherParsedOptionsInfo {
        parse(options).value
    }

    func parse(_ options: KingfisherOptionsInfo?) -> ParsedOptions {
        let defaults = defaults.withLock { $0.parsed }
        guard let options, !options.isEmpty else { return defaults }
        var parsed = defaults.value
        for item in options { parsed.set(item) }
        return ParsedOptions(parsed)
    }

    /// What a resource stands for, by the plugins that claim URLs.
    func source(of resource: any Resource) -> Source {
        providers(resource.downloadURL).map { .provider($0) } ?? resource.convertToSource()
    }

    private func memoryHit(
        of source: Source, options: KingfisherParsedOptionsInfo
    ) -> RetrieveImageResult? {
        guard !options.forceRefresh else { return nil }
        let cache = options.targetCache ?? cache
        guard let image = cache.retrieveImageInMemoryCache(forKey: source.cacheKey, options: options) else {
            return nil
        }
        return RetrieveImageResult(image: image, cacheType: .memory, source: source)
            .modified(by: options.imageModifier)
    }

    private func imageLoad(_ source: Source, options: KingfisherParsedOptionsInfo) -> ImageLoad {
        ImageLoad(
            source: source, options: options, cache: options.targetCache ?? cache,
            originalCache: options.originalCache ?? options.targetCache ?? cache,
            downloader: options.downloader ?? downloader, pool: pool)
    }

    private func load(
        _ source: Source, options: KingfisherParsedOptionsInfo, progressBlock: DownloadProgressBlock?
    ) async throws -> RetrieveImageResult {
        let load = imageLoad(source, options: options)
        let progress = DownloadProgress.handler(progressBlock)
        // Around the shared work, not in it: callers who share may have different strategies.
        let result = try await RetryLoop(source: source, strategy: options.retryStrategy).value {
            if let key = LoadKey(load) {
                try await loads.value(for: key, onEvent: progress) { emit in try await load.result(emit) }
            } else {
                try await load.result { progress?($0) }
            }
        }
        return result.modified(by: options.imageModifier)
    }
}

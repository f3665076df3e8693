public import Foundation
public import KingfisherCore
public import KingfisherPipeline

extension ImagePrefetcher {
    /// Makes a prefetcher of URLs with `KingfisherManager.shared`; `start()` starts it.
    /// - Parameters:
    ///   - urls: What to load, in order.
    ///   - options: Options behind the shared manager's `defaultOptions`.
    ///   - progressBlock: Told after each, on the options' callback queue.
    ///   - completionHandler: Told at the end of each run, once, on the options' callback queue.
    public convenience init(
        urls: [URL], options: KingfisherOptionsInfo? = nil, progressBlock: PrefetcherProgressBlock? = nil,
        completionHandler: PrefetcherCompletionHandler? = nil
    ) {
        self.init(
            resources: urls, options: options, progressBlock: progressBlock,
            completionHandler: completionHandler)
    }

    /// Makes a prefetcher of resources with `KingfisherManager.shared`; see the form for URLs.
    public convenience init(
        resources: [any Resource], options: KingfisherOptionsInfo? = nil,
        progressBlock: PrefetcherProgressBlock? = nil,
        completionHandler: PrefetcherCompletionHandler? = nil
    ) {
        self.init(
            resources: resources, manager: .shared, options: options, progressBlock: progressBlock,
            completionHandler: completionHandler)
    }

    /// Makes a prefetcher of sources with `KingfisherManager.shared`; see the form for URLs.
    public convenience init(
        sources: [Source], options: KingfisherOptionsInfo? = nil,
        progressBlock: PrefetcherSourceProgressBlock? = nil,
        completionHandler: PrefetcherSourceCompletionHandler? = nil
    ) {
        self.init(
            sources: sources, manager: .shared, options: options, progressBlock: progressBlock,
            completionHandler: completionHandler)
    }
}

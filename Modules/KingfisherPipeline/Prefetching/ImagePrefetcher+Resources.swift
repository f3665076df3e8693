public import KingfisherCore

/// The resources done with so far, each list complete from the start of the run.
public typealias PrefetcherProgressBlock =
    @Sendable (
        _ skippedResources: [any Resource], _ failedResources: [any Resource],
        _ completedResources: [any Resource]
    ) -> Void

/// What became of all resources.
public typealias PrefetcherCompletionHandler = PrefetcherProgressBlock

extension ImagePrefetcher {
    /// Makes a prefetcher of resources; see the form for sources. URLs are resources.
    ///
    /// Of several resources with one cache key, the blocks get the first.
    public convenience init(
        resources: [any Resource], manager: KingfisherManager, options: KingfisherOptionsInfo? = nil,
        target: PrefetchTarget = .caches, progressBlock: PrefetcherProgressBlock? = nil,
        completionHandler: PrefetcherCompletionHandler? = nil
    ) {
        let named = resources.map { (resource: $0, source: manager.source(of: $0)) }
        let byKey = Dictionary(
            named.map { ($0.source.cacheKey, $0.resource) }, uniquingKeysWith: { first, _ in first })
        func inSources(_ block: PrefetcherProgressBlock?) -> PrefetcherSourceProgressBlock? {
            guard let block else { return nil }
            return { skipped, failed, completed in
                let lists = [skipped, failed, completed].map { $0.compactMap { byKey[$0.cacheKey] } }
                block(lists[0], lists[1], lists[2])
            }
        }
        self.init(
            sources: named.map(\.source), manager: manager, options: options, target: target,
            progressBlock: inSources(progressBlock), completionHandler: inSources(completionHandler))
    }
}

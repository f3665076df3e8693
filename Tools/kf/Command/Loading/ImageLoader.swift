import Foundation
import KingfisherCache
import KingfisherCore
import KingfisherPipeline

/// Loads sources as the options of `get` ask.
struct ImageLoader: Sendable {
    private let assembly: Assembly
    private let limits: DecodingLimits
    private let options: KingfisherOptionsInfo
    private let isPrivate: Bool
    private let onlyFromCache: Bool

    /// - Parameters:
    ///   - options: Say how sources are asked.
    ///   - steps: What is made of each image before it is cached and handed on.
    ///   - onlyFirstFrame: Whether animations are loaded as still images.
    init(_ options: GetCommand.Options, steps: [ProcessingStep], onlyFirstFrame: Bool) {
        assembly = Assembly(
            sources: options.sources, network: options.transfer.network, caching: options.caching)
        limits = options.transfer.limits
        isPrivate = options.transfer.arePrivate
        onlyFromCache = options.onlyFromCache
        var items = options.transfer.items
        items.append(.processor(ProcessingStep.processor(for: steps)))
        // The process ends soon, and what fails is to be told.
        items.append(.waitForCache)
        if options.refreshes { items.append(.forceRefresh) }
        if options.onlyFromCache { items.append(.onlyFromCache) }
        if options.keepsHighDepth { items.append(.keepsHighDepth) }
        if options.keepsMetadata { items.append(.keepsMetadata) }
        if onlyFirstFrame { items.append(.onlyLoadFirstFrame) }
        self.options = items
    }

    /// Loads a source.
    /// - Throws: `KingfisherError`, or `PluginError` where a cache is asked for what is never cached.
    func load(_ argument: SourceArgument) async throws -> RetrieveImageResult {
        let isCached = argument.isNetwork && !isPrivate
        guard !onlyFromCache || isCached else {
            throw PluginError(
                .unsupportedFeature, pluginID: "kf",
                message:
                    "Neither files of this machine nor what is asked for with credentials is ever cached; "
                    + "leave out --only-from-cache.")
        }
        return try await assembly.manager.retrieveImage(
            with: argument.source(limits: limits),
            options: isCached ? options : options + [.targetCache(assembly.transient)])
    }
}

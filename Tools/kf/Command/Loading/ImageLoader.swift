import Foundation
import FoundationNetworking
import KingfisherCache
import KingfisherCore
import KingfisherPipeline

/// Loads sources as the options of `get` ask.
struct ImageLoader: Sendable {
    private let assembly: Assembly
    private let limits: DecodingLimits
    private let options: KingfisherOptionsInfo
    /// Whether the headers say who asks: what one may see, a shared cache must not show another.
    private let isPrivate: Bool
    private let onlyFromCache: Bool

    init(_ options: GetCommand.Options) {
        assembly = Assembly(
            sources: options.sources, network: options.network, caching: options.caching)
        limits = options.limits.limits
        self.options = Self.items(options)
        isPrivate = options.headers.contains {
            ["authorization", "proxy-authorization", "cookie"].contains($0.name.lowercased())
        }
        onlyFromCache = options.onlyFromCache
    }

    /// Loads a source.
    /// - Throws: `KingfisherError`, or `PluginError` where a cache is asked for what is never cached.
    func load(_ argument: SourceArgument) async throws -> RetrieveImageResult {
        guard !onlyFromCache || isCached(argument) else {
            throw PluginError(
                .unsupportedFeature, pluginID: "kf",
                message:
                    "Neither files of this machine nor what is asked for with credentials is ever cached; "
                    + "leave out --only-from-cache.")
        }
        let source = argument.source(limits: limits)
        return try await assembly.manager.retrieveImage(with: source, options: items(for: argument))
    }

    /// The bytes of the source behind an unprocessed image; read again where the load did not see them.
    /// - Returns: Nil where only a cache may be asked and has no bytes any more.
    /// - Throws: `KingfisherError`.
    func bytes(of result: RetrieveImageResult, _ argument: SourceArgument) async throws -> Data? {
        if let data = result.originalData { return data }
        let key = StorageKey(result.source.cacheKey)
        for tier in isCached(argument) ? assembly.manager.cache.tiers : [] {
            if let stored = try? await tier.value(for: key, extending: .none), stored.kind == .original {
                return stored.data
            }
        }
        let parsed = KingfisherParsedOptionsInfo(items(for: argument))
        return parsed.onlyFromCache ? nil : try await assembly.data(of: result.source, options: parsed)
    }

    private func items(for argument: SourceArgument) -> KingfisherOptionsInfo {
        isCached(argument) ? options : options + [.targetCache(assembly.transient)]
    }

    private func isCached(_ argument: SourceArgument) -> Bool {
        argument.isNetwork && !isPrivate
    }

    private static func items(_ options: GetCommand.Options) -> KingfisherOptionsInfo {
        var items: KingfisherOptionsInfo = [
            .processor(ProcessingStep.processor(for: options.steps)),
            .decodingLimits(options.limits.limits),
            // The process ends soon, and what fails is to be told.
            .waitForCache,
        ]
        if options.refreshes { items.append(.forceRefresh) }
        if options.onlyFromCache { items.append(.onlyFromCache) }
        items.append(.downloadDeadline(options.timeout ?? Assembly.usualTimeout))
        // Only the profile is to go, not half of each sample.
        if options.strips, options.steps.isEmpty { items.append(.keepsHighDepth) }
        let headers = options.headers
        if !headers.isEmpty {
            items.append(
                .requestModifier(
                    AnyModifier { request in
                        var request = request
                        for header in headers {
                            request.addValue(header.value, forHTTPHeaderField: header.name)
                        }
                        return request
                    }))
        }
        return items
    }
}

import Foundation
import Kingfisher
import KingfisherCache
import KingfisherCore
import KingfisherMemoryStorage
import KingfisherPipeline

/// The pieces of the pipeline that one run needs; nothing is made for a run that does without.
struct Assembly: Sendable {
    /// The plugins of the command.
    static let registry = PluginRegistry.standard

    /// Decoded images that are kept for a second use in the same run, in bytes.
    private static let memoryLimit = 256 << 20

    /// Seconds after which a download is given up unless the user says otherwise, however steadily bytes arrive.
    static let usualTimeout: TimeInterval = 300

    let manager: KingfisherManager
    /// A cache without a folder, for what lies on this machine and may change between two runs.
    let transient: ImageCache

    /// - Parameters:
    ///   - sources: Decide whether a transport and a cache on disk are needed.
    ///   - network: How those from the network are reached.
    ///   - caching: Which cache those from the network may use.
    init(sources: [String], network: NetworkOptions, caching: GetCommand.Caching) {
        let registry = Self.registry
        transient = Self.cache(tiers: [])
        let usesNetwork = sources.contains { (try? SourceArgument($0))?.isNetwork ?? false }
        let downloader = ImageDownloader(
            name: "kf", transports: usesNetwork ? [network.makeTransport()] : [], codecs: registry.codecs)
        var cache = transient
        if usesNetwork, case .standard(let folder) = caching {
            let place = StorageConfiguration(
                url: CacheLocation.directory(folder), name: CacheLocation.name)
            do {
                cache = Self.cache(tiers: [try registry.makeStorage(place)])
            } catch {
                cache = Self.cache(tiers: [], unavailable: error)
            }
        }
        manager = KingfisherManager(downloader: downloader, cache: cache, registry: registry)
    }

    private static func cache(tiers: [any DataStorage], unavailable: (any Error)? = nil) -> ImageCache {
        ImageCache(
            name: CacheLocation.name, memoryStorage: .init(config: .init(totalCostLimit: memoryLimit)),
            tiers: tiers, codecs: registry.codecs, unavailable: unavailable)
    }

    /// The bytes of a source, past all caches.
    /// - Throws: `KingfisherError`, or `CancellationError`.
    func data(of source: Source, options: KingfisherParsedOptionsInfo) async throws -> Data {
        switch source {
        case .network(let resource):
            return try await manager.downloader.downloadData(from: resource.downloadURL, options: options)
        case .provider(let provider):
            do {
                return try await provider.data()
            } catch {
                throw KingfisherError.imageSettingError(
                    reason: .dataProviderError(provider: provider, error: error))
            }
        }
    }
}

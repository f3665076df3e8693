import Foundation
import KingfisherCache
import KingfisherCore
import KingfisherMemoryStorage
import KingfisherPipeline
import Synchronization

/// A pipeline put together of a registry's plugins.
struct StandardAssembly: Sendable {
    let registry: PluginRegistry
    let downloader: ImageDownloader
    let cache: ImageCache
    let manager: KingfisherManager

    /// Puts together a pipeline with a cache of the given name in the given folder.
    /// - Throws: `PluginError` when a transport cannot be made.
    init(registry: PluginRegistry, name: String, cacheFolder: URL?) throws {
        self.registry = registry
        downloader = try ImageDownloader(name: name, registry: registry)
        cache = ImageCache(name: name, cacheDirectoryURL: cacheFolder, registry: registry)
        manager = KingfisherManager(downloader: downloader, cache: cache, registry: registry)
    }
}

/// The one pipeline of the process, made when it is first asked for.
///
/// Pipelines are made outside the lock, because plugins' factories may take long or ask for `shared` themselves. The
/// first one that is made whole is kept; another one that was made at the same time is let go.
enum SharedAssembly {
    private static let kept = Lock(StandardAssembly?.none)

    static var value: StandardAssembly {
        if let made = kept.withLock({ $0 }) { return made }
        do {
            return keep(try StandardAssembly(registry: .standard, name: "default", cacheFolder: nil)).assembly
        } catch {
            preconditionFailure("The shared pipeline's transport cannot be made: \(error)")
        }
    }

    /// Makes the shared pipeline of the chosen plugins.
    /// - Throws: `PluginError` with `.lateBootstrap` when it is made already, also by one of the plugins' factories, or
    ///   what these throw; nothing is made then.
    static func bootstrap(_ plugins: [any Plugin]) throws {
        guard kept.withLock({ $0 == nil }) else { throw late }
        let registry = try PluginRegistry(plugins)
        let assembly = try StandardAssembly(registry: registry, name: "default", cacheFolder: nil)
        guard keep(assembly).isNew else { throw late }
    }

    private static func keep(_ assembly: StandardAssembly) -> (assembly: StandardAssembly, isNew: Bool) {
        kept.withLock { kept in
            if let kept { return (kept, false) }
            kept = assembly
            return (assembly, true)
        }
    }

    private static var late: PluginError {
        PluginError(
            .lateBootstrap, pluginID: "kingfisher",
            message:
                "bootstrap(plugins:) works once, before the first use of KingfisherManager.shared. "
                + "Call it first thing in main, or make a manager of your own with KingfisherManager(plugins:)."
        )
    }
}

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
enum SharedAssembly {
    private enum State {
        case untouched
        case bootstrapped(PluginRegistry)
        case made(StandardAssembly)
    }

    private static let state = Lock(State.untouched)

    static var value: StandardAssembly {
        state.withLock { state in
            switch state {
            case .made(let assembly): return assembly
            case .untouched: return make(of: .standard, in: &state)
            case .bootstrapped(let registry): return make(of: registry, in: &state)
            }
        }
    }

    /// Chooses the plugins of the shared pipeline.
    /// - Throws: `PluginError` with `.duplicateRegistration` when it is chosen or made already.
    static func bootstrap(_ registry: PluginRegistry) throws {
        try state.withLock { state in
            guard case .untouched = state else {
                throw PluginError(
                    .lateBootstrap, pluginID: "kingfisher",
                    message:
                        "bootstrap(plugins:) works once, before the first use of KingfisherManager.shared. "
                        + "Call it first thing in main, or make a manager of your own with KingfisherManager(plugins:)."
                )
            }
            state = .bootstrapped(registry)
        }
    }

    private static func make(of registry: PluginRegistry, in state: inout State) -> StandardAssembly {
        do {
            let assembly = try StandardAssembly(registry: registry, name: "default", cacheFolder: nil)
            state = .made(assembly)
            return assembly
        } catch {
            preconditionFailure("The shared pipeline's transport cannot be made: \(error)")
        }
    }
}

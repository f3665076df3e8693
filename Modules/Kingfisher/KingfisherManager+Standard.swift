public import Foundation
public import KingfisherCache
public import KingfisherCore
public import KingfisherPipeline

extension KingfisherManager {
    /// The manager of the process, with the standard plugins unless `bootstrap(plugins:)` chose others.
    public static var shared: KingfisherManager { SharedAssembly.value.manager }

    /// Chooses the plugins of `shared`, `ImageCache.default` and `ImageDownloader.default`.
    ///
    /// To be called once, before the first use of any of the three.
    /// - Throws: `PluginError` with `.lateBootstrap` on a late or second call, `.duplicateRegistration` when two
    ///   plugins contradict each other.
    public static func bootstrap(plugins: [any Plugin]) throws {
        try SharedAssembly.bootstrap(PluginRegistry(plugins))
    }

    /// A manager of its own plugins, with a cache of its own.
    /// - Parameters:
    ///   - plugins: In the order they are asked.
    ///   - name: The name of the cache and its folder.
    ///   - cacheFolder: Where that folder lies; `$XDG_CACHE_HOME`, else `~/.cache`, when nil.
    /// - Throws: `PluginError` when two plugins contradict each other.
    public convenience init(plugins: [any Plugin], name: String = "default", cacheFolder: URL? = nil) throws {
        let assembly = try StandardAssembly(
            registry: PluginRegistry(plugins), name: name, cacheFolder: cacheFolder)
        self.init(downloader: assembly.downloader, cache: assembly.cache, registry: assembly.registry)
    }

    /// A manager with the shared plugins' codecs.
    public convenience init(downloader: ImageDownloader, cache: ImageCache) {
        self.init(downloader: downloader, cache: cache, registry: SharedAssembly.value.registry)
    }
}

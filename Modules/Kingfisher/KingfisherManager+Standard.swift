public import Foundation
public import KingfisherCache
public import KingfisherCore
public import KingfisherPipeline

extension KingfisherManager {
    /// The manager of the process, with the standard plugins unless `bootstrap(plugins:)` chose others.
    public static var shared: KingfisherManager { SharedAssembly.value.manager }

    /// Chooses the plugins of `shared`, `ImageCache.default` and `ImageDownloader.default`.
    ///
    /// To be called once, before the first use of any of the three. Makes them at once, with the folder of the cache,
    /// so that a plugin that cannot do its work is known here. When it throws, nothing is chosen and it may be called
    /// again.
    /// - Throws: `PluginError` with `.lateBootstrap` on a late or second call, `.duplicateRegistration` when two
    ///   plugins contradict each other; what a plugin or the factory of a transport throws.
    public static func bootstrap(plugins: [any Plugin]) throws {
        try SharedAssembly.bootstrap(plugins)
    }

    /// A manager of its own plugins, with a cache of its own: not that of `shared`.
    ///
    /// Managers of one name and folder share the files, not the memory. Give each a name where their plugins differ.
    /// - Parameters:
    ///   - plugins: In the order they are asked.
    ///   - name: The name of the cache and its folder; `default` is that of `shared`.
    ///   - cacheFolder: Where that folder lies; `$XDG_CACHE_HOME`, else `~/.cache`, when nil.
    /// - Throws: `PluginError` when two plugins contradict each other; what the factory of a transport throws.
    public convenience init(plugins: [any Plugin], name: String = "manager", cacheFolder: URL? = nil) throws {
        let assembly = try StandardAssembly(
            registry: PluginRegistry(plugins), name: name, cacheFolder: cacheFolder)
        self.init(downloader: assembly.downloader, cache: assembly.cache, registry: assembly.registry)
    }

    /// A manager with the shared plugins' codecs.
    public convenience init(downloader: ImageDownloader, cache: ImageCache) {
        self.init(downloader: downloader, cache: cache, registry: SharedAssembly.value.registry)
    }
}

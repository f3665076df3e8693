public import KingfisherCore
public import KingfisherPipeline

extension ImageDownloader {
    /// The downloader of `KingfisherManager.shared`.
    public static var `default`: ImageDownloader { SharedAssembly.value.downloader }

    /// A downloader with the transports and codecs of a registry.
    /// - Throws: What a transport's factory throws.
    public convenience init(name: String, registry: PluginRegistry) throws {
        self.init(name: name, transports: try registry.makeTransports(), codecs: registry.codecs)
    }
}

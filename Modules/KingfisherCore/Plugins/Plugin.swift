/// Something that adds codecs, storages, transports or providers to a registry.
public protocol Plugin: Sendable {
    /// A lowercase id, unique among the plugins of a registry, for example `png`.
    var id: String { get }

    /// Adds what the plugin brings.
    /// - Throws: `PluginError` when a piece cannot be registered.
    func register(into registry: inout PluginRegistry) throws
}

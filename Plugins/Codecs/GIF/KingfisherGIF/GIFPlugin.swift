public import KingfisherCore

/// Brings GIF, still and animated, read and written with the system's giflib.
public struct GIFPlugin: Plugin {
    /// `gif`.
    public let id = Self.pluginID

    static let pluginID = "gif"

    /// Makes the plugin.
    public init() {}

    /// Registers the decoder and the encoder.
    public func register(into registry: inout PluginRegistry) throws {
        registry.register(decoder: GIFDecoder())
        registry.register(encoder: GIFEncoder())
    }
}

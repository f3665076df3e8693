public import KingfisherCore

/// Brings PNG, read and written with the system's libpng.
///
/// Animations are read and written as APNG.
public struct PNGPlugin: Plugin {
    /// `png`.
    public let id = Self.pluginID

    static let pluginID = "png"

    /// Makes the plugin.
    public init() {}

    /// Registers the decoder and both encoders.
    public func register(into registry: inout PluginRegistry) throws {
        registry.register(decoder: PNGDecoder())
        registry.register(encoder: PNGEncoder())
        registry.register(encoder: APNGEncoder())
    }
}

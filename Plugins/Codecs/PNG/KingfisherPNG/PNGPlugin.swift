public import KingfisherCore

/// Brings PNG, read and written with the system's libpng.
///
/// An animated PNG is read as the still image that its file shows to readers without animation.
public struct PNGPlugin: Plugin {
    /// `png`.
    public let id = Self.pluginID

    static let pluginID = "png"

    /// Makes the plugin.
    public init() {}

    /// Registers the decoder and the encoder.
    public func register(into registry: inout PluginRegistry) throws {
        registry.register(decoder: PNGDecoder())
        registry.register(encoder: PNGEncoder())
    }
}

public import KingfisherCore

/// Adds HEIC and AVIF, read and written by the system's libheif.
public struct HEIFPlugin: Plugin {
    /// `heif`.
    public let id: String = HEIFPlugin.id

    static let id: String = "heif"

    /// Makes the plugin.
    public init() {}

    /// Adds `HEIFDecoder`, and a `HEIFEncoder` for either format.
    public func register(into registry: inout PluginRegistry) {
        registry.register(decoder: HEIFDecoder())
        registry.register(encoder: HEIFEncoder(format: .heic))
        registry.register(encoder: HEIFEncoder(format: .avif))
    }
}

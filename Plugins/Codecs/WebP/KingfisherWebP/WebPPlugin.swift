public import KingfisherCore

/// Adds WebP, still and animated, read and written by the system's libwebp.
public struct WebPPlugin: Plugin {
    /// `webp`.
    public let id: String = WebPPlugin.id

    static let id: String = "webp"

    /// Makes the plugin.
    public init() {}

    /// Adds `WebPDecoder` and `WebPEncoder`.
    public func register(into registry: inout PluginRegistry) {
        registry.register(decoder: WebPDecoder())
        registry.register(encoder: WebPEncoder())
    }
}

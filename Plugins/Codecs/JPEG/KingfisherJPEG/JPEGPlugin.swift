public import KingfisherCore

/// Adds JPEG, read and written by the system's libjpeg-turbo.
public struct JPEGPlugin: Plugin {
    /// `jpeg`.
    public let id: String = JPEGPlugin.id

    static let id: String = "jpeg"

    /// Makes the plugin.
    public init() {}

    /// Adds `JPEGDecoder` and `JPEGEncoder`.
    public func register(into registry: inout PluginRegistry) {
        registry.register(decoder: JPEGDecoder())
        registry.register(encoder: JPEGEncoder())
    }
}

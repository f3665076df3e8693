import KingfisherCore

extension ImageFormat {
    /// The Quite OK Image format.
    public static let qoi = ImageFormat(identifier: "qoi", name: "QOI", fileExtensions: ["qoi"])
}

extension CodecFailure {
    static let qoi = CodecFailure(format: "QOI", pluginID: QOIPlugin.pluginID)
}

/// Adds QOI, read and written, to a registry.
public struct QOIPlugin: Plugin {
    static let pluginID = "qoi"

    /// `qoi`.
    public let id = Self.pluginID

    /// Makes the plugin.
    public init() {}

    /// Adds the decoder and the encoder.
    public func register(into registry: inout PluginRegistry) throws {
        registry.register(decoder: QOIDecoder())
        registry.register(encoder: QOIEncoder())
    }
}

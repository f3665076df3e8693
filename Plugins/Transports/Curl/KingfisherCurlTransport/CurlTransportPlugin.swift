public import KingfisherCore

/// Registers `CurlTransport` for `http` and `https`.
public struct CurlTransportPlugin: Plugin {
    /// `curl`.
    public let id = CurlTransport.pluginID

    private let configuration: CurlTransport.Configuration

    /// Makes the plugin; each transport it makes has the configuration.
    public init(configuration: CurlTransport.Configuration = CurlTransport.Configuration()) {
        self.configuration = configuration
    }

    /// Adds a maker of transports.
    /// - Throws: `PluginError` with `.duplicateRegistration` when `http` or `https` is taken.
    public func register(into registry: inout PluginRegistry) throws {
        try registry.register(transportSchemes: CurlTransport.schemes) { [configuration] in
            CurlTransport(configuration: configuration)
        }
    }
}

public import KingfisherCore

/// Registers `URLSessionTransport` for `http` and `https`.
public struct URLSessionTransportPlugin: Plugin {
    /// `urlsession`.
    public let id = URLSessionTransport.pluginID

    private let connectionsPerHost: Int

    /// Makes the plugin; `connectionsPerHost` bounds the requests that each transport runs against one host at once.
    public init(connectionsPerHost: Int = 6) {
        self.connectionsPerHost = connectionsPerHost
    }

    /// Adds a maker of transports.
    /// - Throws: `PluginError` with `.duplicateRegistration` when `http` or `https` is taken.
    public func register(into registry: inout PluginRegistry) throws {
        try registry.register(transportSchemes: URLSessionTransport.schemes) { [connectionsPerHost] in
            URLSessionTransport(connectionsPerHost: connectionsPerHost)
        }
    }
}

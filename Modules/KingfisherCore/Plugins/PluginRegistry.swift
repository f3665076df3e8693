public import Foundation

/// What a pipeline is made of: ordered lists of codecs, storages, transports and data providers.
///
/// A value, built at start-up and handed on; nothing registers itself and nothing changes later.
public struct PluginRegistry: Sendable {
    /// Makes a storage for a URL and a name, for example a folder and the name of a cache.
    public typealias StorageFactory = @Sendable (StorageConfiguration) throws -> any DataStorage
    /// Makes a transport.
    public typealias TransportFactory = @Sendable () throws -> any ImageTransport
    /// Makes a data provider for a URL, or declines with nil.
    public typealias ProviderFactory = @Sendable (URL) -> (any ImageDataProvider)?

    /// The ids of the plugins, in order.
    public private(set) var pluginIDs: [String] = []
    /// The codecs, in the order they were registered.
    public private(set) var codecs = ImageCodecs()
    private var storages: [(scheme: String, factory: StorageFactory)] = []
    private var transports: [(schemes: [String], factory: TransportFactory)] = []
    private var providers: [ProviderFactory] = []

    /// An empty registry.
    public init() {}

    /// A registry of the given plugins.
    /// - Throws: `PluginError` with `.duplicateRegistration` when two have the same id.
    public init(_ plugins: [any Plugin]) throws {
        for plugin in plugins { try install(plugin) }
    }

    /// Adds a plugin behind those that are there.
    /// - Throws: `PluginError` with `.duplicateRegistration` when its id is taken, or what the plugin throws; the
    ///   registry is then as it was.
    public mutating func install(_ plugin: any Plugin) throws {
        guard !pluginIDs.contains(plugin.id) else {
            throw PluginError(
                .duplicateRegistration, pluginID: plugin.id,
                message: "A plugin with the id \(plugin.id) is already registered; install it once.")
        }
        var changed = self
        changed.pluginIDs.append(plugin.id)
        try plugin.register(into: &changed)
        self = changed
    }

    /// Adds a decoder; earlier ones are asked first.
    public mutating func register(decoder: any ImageDecoder) {
        codecs.decoders.append(decoder)
    }

    /// Adds an encoder; the first one of a format is used.
    public mutating func register(encoder: any ImageEncoder) {
        codecs.encoders.append(encoder)
    }

    /// Sets what converts between colour profiles.
    /// - Throws: `PluginError` with `.duplicateRegistration` when another plugin has.
    public mutating func register(colorConverter: any ColorConverter) throws(PluginError) {
        guard codecs.colorConverter == nil else {
            throw PluginError(
                .duplicateRegistration, pluginID: pluginIDs.last ?? "core",
                message: "A colour converter is already registered; install only one of the two plugins.")
        }
        codecs.colorConverter = colorConverter
    }

    /// Adds a storage for a URL scheme.
    /// - Throws: `PluginError` with `.duplicateRegistration` when the scheme is taken.
    public mutating func register(
        storageScheme scheme: String, factory: @escaping StorageFactory
    ) throws(PluginError) {
        let scheme = scheme.lowercased()
        try refuseDuplicate(scheme, among: storages.map(\.scheme), kind: "storage")
        storages.append((scheme, factory))
    }

    /// Adds a transport for URL schemes.
    /// - Throws: `PluginError` with `.duplicateRegistration` when one of them is taken; none is then added.
    public mutating func register(
        transportSchemes schemes: [String], factory: @escaping TransportFactory
    ) throws(PluginError) {
        let schemes = schemes.map { $0.lowercased() }
        for (index, scheme) in schemes.enumerated() {
            let taken = transports.flatMap(\.schemes) + schemes[..<index]
            try refuseDuplicate(scheme, among: taken, kind: "transport")
        }
        transports.append((schemes, factory))
    }

    /// Adds a maker of data providers; earlier ones are asked first, and each may decline.
    public mutating func register(provider factory: @escaping ProviderFactory) {
        providers.append(factory)
    }

    /// Makes a storage for the URL's scheme.
    /// - Throws: `PluginError` with `.unsupportedURL` when no plugin has it, or what the factory throws.
    public func makeStorage(_ configuration: StorageConfiguration) throws -> any DataStorage {
        let scheme = configuration.url.scheme?.lowercased() ?? ""
        guard let storage = storages.first(where: { $0.scheme == scheme }) else {
            throw Self.unhandled(configuration.url, kind: "storage", registered: storages.map(\.scheme))
        }
        return try storage.factory(configuration)
    }

    /// Makes every registered transport, in order.
    /// - Throws: What a factory throws.
    public func makeTransports() throws -> [any ImageTransport] {
        try transports.map { try $0.factory() }
    }

    /// The data provider for a URL, where a plugin claims it.
    public func provider(for url: URL) -> (any ImageDataProvider)? {
        for factory in providers {
            if let provider = factory(url) { return provider }
        }
        return nil
    }

    private func refuseDuplicate(
        _ scheme: String, among taken: [String], kind: String
    ) throws(PluginError) {
        guard taken.contains(scheme) else { return }
        throw PluginError(
            .duplicateRegistration, pluginID: pluginIDs.last ?? "core",
            message: "A \(kind) for \(scheme): is already registered; install only one of the two plugins.")
    }

    private static func unhandled(_ url: URL, kind: String, registered: [String]) -> PluginError {
        PluginError(
            .unsupportedURL, pluginID: "core",
            message: "No registered plugin has a \(kind) for \(url.absoluteString). Registered: "
                + "\(list(registered)). Add a \(kind) plugin for \(url.scheme ?? "this URL").")
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.joined(separator: ", ")
    }
}

/// What a storage factory is told.
public struct StorageConfiguration: Sendable {
    /// Where the storage lies; its scheme chooses the plugin.
    public var url: URL
    /// The name of the cache.
    public var name: String

    /// Makes a configuration.
    public init(url: URL, name: String) {
        self.url = url
        self.name = name
    }
}

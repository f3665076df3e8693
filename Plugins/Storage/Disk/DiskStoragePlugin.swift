internal import Foundation
public import KingfisherCore

/// Brings the disk storage, for `file:` URLs.
///
/// The URL is the directory in which the folder of the cache is made; `file:///` stands for the user's cache
/// directory. A folder that cannot be made is an error of the factory, so that whoever asked can go on without it.
public struct DiskStoragePlugin: Plugin {
    /// The id of this plugin, `disk`.
    public let id = PluginError.diskID

    /// Makes the plugin.
    public init() {}

    /// Adds the storage for `file:`.
    /// - Throws: `PluginError` when another plugin has that scheme.
    public func register(into registry: inout PluginRegistry) throws {
        try registry.register(storageScheme: "file") { configuration in
            let isDefault = ["", "/"].contains(configuration.url.path)
            return try DiskDataStorage(
                config: DiskStorage.Config(
                    name: configuration.name, sizeLimit: 0, directory: isDefault ? nil : configuration.url))
        }
    }
}

public import Foundation
public import KingfisherCache
public import KingfisherCore
public import KingfisherDiskStorage
import KingfisherMemoryStorage

extension ImageCache {
    /// The cache of `KingfisherManager.shared`.
    public static var `default`: ImageCache { SharedAssembly.value.cache }

    /// A cache with a folder of its own among the user's caches.
    ///
    /// When the folder cannot be made, memory works and everything that needs the disk reports
    /// `diskStorageIsNotReady`.
    /// - Parameter name: The name of the cache and its folder; not empty.
    public convenience init(name: String) {
        self.init(name: name, cacheDirectoryURL: nil, registry: SharedAssembly.value.registry)
    }

    /// A cache with a folder of its own in a directory.
    /// - Parameters:
    ///   - name: The name of the cache and its folder; not empty.
    ///   - cacheDirectoryURL: Where the folder lies; the user's cache directory when nil.
    ///   - registry: Makes the storage, by the directory's URL scheme, and brings the codecs.
    public convenience init(name: String, cacheDirectoryURL: URL?, registry: PluginRegistry) {
        precondition(!name.isEmpty, "a cache without a name would share its folder with every other one")
        let memory = MemoryStorage.Backend<Image>(config: MemoryStorage.Config())
        let directory = cacheDirectoryURL ?? DiskStorage.Config.userCacheDirectory
        do {
            let storage = try registry.makeStorage(StorageConfiguration(url: directory, name: name))
            self.init(name: name, memoryStorage: memory, tiers: [storage], codecs: registry.codecs)
        } catch {
            self.init(
                name: name, memoryStorage: memory, tiers: [], codecs: registry.codecs, unavailable: error)
        }
    }

    /// The disk tier with its configuration, where the cache has one.
    public var diskStorage: DiskStorage.Backend<Data>? {
        for case let disk as DiskDataStorage in tiers { return disk.backend }
        return nil
    }
}

import Foundation
import KingfisherDiskStorage

/// The cache on disk that `get` fills and `cache` looks into: that of `ImageCache.default`, so that programs share it.
enum CacheLocation {
    static let name = "default"

    /// The folder that holds the caches.
    /// - Parameter folder: As given by `--cache`; the user's cache folder when nil.
    static func directory(_ folder: String?) -> URL {
        folder.map { URL(filePath: $0, directoryHint: .isDirectory).absoluteURL.standardized }
            ?? DiskStorage.Config.userCacheDirectory
    }
}

public import Foundation

/// An image on a network: where it is, and under which key it is cached.
public protocol Resource: Sendable {
    /// The key in caches.
    var cacheKey: String { get }
    /// Where to download it.
    var downloadURL: URL { get }
}

extension Resource {
    /// The source this resource stands for: a file for a file URL, the payload for a data URL, else the network.
    /// - Parameter overrideCacheKey: A key to use instead of the resource's own.
    public func convertToSource(overrideCacheKey: String? = nil) -> Source {
        let key = overrideCacheKey ?? cacheKey
        let scheme = downloadURL.scheme
        // Nearly every URL: told apart without making another string, since a memory hit passes here.
        if scheme == "https" || scheme == "http" {
            return .network(ImageResource(downloadURL: downloadURL, cacheKey: key))
        }
        return switch scheme?.lowercased() {
        case "file": .provider(LocalFileImageDataProvider(fileURL: downloadURL, cacheKey: key))
        case "data": .provider(DataURLImageDataProvider(url: downloadURL.absoluteString, cacheKey: key))
        default: .network(ImageResource(downloadURL: downloadURL, cacheKey: key))
        }
    }
}

extension URL: Resource {
    /// The whole URL; of a file URL, the local file key.
    public var cacheKey: String { isFileURL ? LocalFileImageDataProvider.key(for: self) : absoluteString }
    /// The URL itself.
    public var downloadURL: URL { self }
}

/// A URL with a cache key of one's own.
public struct ImageResource: Resource, Hashable {
    /// The key in caches.
    public let cacheKey: String
    /// Where to download it.
    public let downloadURL: URL

    /// Makes a resource.
    /// - Parameters:
    ///   - downloadURL: Where to download it.
    ///   - cacheKey: The key in caches; the whole URL when nil.
    public init(downloadURL: URL, cacheKey: String? = nil) {
        self.downloadURL = downloadURL
        self.cacheKey = cacheKey ?? downloadURL.cacheKey
    }
}

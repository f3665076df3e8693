public import Foundation

/// Bytes that are there already.
public struct RawImageDataProvider: ImageDataProvider {
    /// The encoded image.
    public let data: Data
    /// The key in caches.
    public let cacheKey: String

    /// Makes a provider.
    public init(data: Data, cacheKey: String) {
        self.data = data
        self.cacheKey = cacheKey
    }

    /// Returns the bytes.
    public func data() async throws -> Data {
        data
    }
}

public import Foundation
public import KingfisherCore

/// Where a chain of setters begins: `KF.url(url).cacheMemoryOnly().onSuccess { … }.retrieve(with: manager)`.
public enum KF {
    /// A builder for a source; without one, loads fail with code 5001.
    public static func source(_ source: Source?) -> Builder {
        Builder(origin: source.map { .source($0) })
    }

    /// A builder for a resource; without one, loads fail with code 5001.
    public static func resource(_ resource: (any Resource)?) -> Builder {
        Builder(origin: resource.map { .resource($0) })
    }

    /// A builder for a URL; without one, loads fail with code 5001.
    /// - Parameter cacheKey: The key in caches; the whole URL when nil.
    public static func url(_ url: URL?, cacheKey: String? = nil) -> Builder {
        resource(url.map { ImageResource(downloadURL: $0, cacheKey: cacheKey) })
    }

    /// A builder for a provider; without one, loads fail with code 5001.
    public static func dataProvider(_ provider: (any ImageDataProvider)?) -> Builder {
        source(provider.map { .provider($0) })
    }

    /// A builder for encoded bytes; without them, loads fail with code 5001.
    public static func data(_ data: Data?, cacheKey: String) -> Builder {
        dataProvider(data.map { RawImageDataProvider(data: $0, cacheKey: cacheKey) })
    }
}

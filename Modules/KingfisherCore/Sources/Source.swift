public import Foundation

/// Where an image comes from.
public enum Source: Sendable {
    /// A URL that the downloader fetches.
    case network(any Resource)
    /// A value that provides the encoded bytes.
    case provider(any ImageDataProvider)

    /// The key in caches.
    public var cacheKey: String {
        switch self {
        case .network(let resource): resource.cacheKey
        case .provider(let provider): provider.cacheKey
        }
    }

    /// The URL behind the source, where there is one.
    public var url: URL? {
        switch self {
        case .network(let resource): resource.downloadURL
        case .provider(let provider): provider.contentURL
        }
    }
}

extension Source: Hashable {
    /// Sources are equal when kind, key and URL are.
    public static func == (left: Source, right: Source) -> Bool {
        switch (left, right) {
        case (.network, .network), (.provider, .provider):
            left.cacheKey == right.cacheKey && left.url == right.url
        default: false
        }
    }

    /// Hashes key and URL.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(cacheKey)
        hasher.combine(url)
    }
}

extension Source: CustomStringConvertible {
    /// What to call the source in a message: its URL, else its key.
    public var description: String {
        guard let url else { return cacheKey }
        return url.isFileURL ? url.path(percentEncoded: false) : url.absoluteString
    }
}

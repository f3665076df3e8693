/// The name of a stored value.
public struct StorageKey: Hashable, Sendable {
    /// The cache key of the source.
    public let cacheKey: String
    /// What was done to the source; empty for the original.
    public let processorIdentifier: String
    /// A file extension for storages that name files, without the dot.
    public let fileExtension: String?

    /// Makes a key.
    public init(_ cacheKey: String, processorIdentifier: String = "", fileExtension: String? = nil) {
        self.cacheKey = cacheKey
        self.processorIdentifier = processorIdentifier
        self.fileExtension = fileExtension
    }

    /// Key and identifier as one string: the cache key alone for an original, else joined by `@`.
    public var combined: String {
        processorIdentifier.isEmpty ? cacheKey : "\(cacheKey)@\(processorIdentifier)"
    }
}

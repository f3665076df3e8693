public import Foundation

/// Bytes as a storage keeps them, with what it must know about them.
public struct StoredData: Hashable, Sendable {
    /// What the bytes are.
    public enum Kind: UInt8, Hashable, Sendable {
        /// The bytes of the source as received: codecs read them, and a processor has still to run.
        case original = 0
        /// What a serializer made of an image, processed or not: it reads them.
        case processed = 1
    }

    /// The bytes.
    public var data: Data
    /// What the bytes are.
    public var kind: Kind
    /// What an HTTP server said to compare with later.
    public var validators: HTTPValidators?

    /// Makes a value.
    public init(_ data: Data, kind: Kind, validators: HTTPValidators? = nil) {
        self.data = data
        self.kind = kind
        self.validators = validators
    }
}

/// What an HTTP server named its content by.
public struct HTTPValidators: Hashable, Sendable {
    /// The `ETag` header's value.
    public var entityTag: String?
    /// The `Last-Modified` header's value.
    public var lastModified: String?

    /// Makes validators.
    public init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }
}

/// How much a storage holds.
public struct StorageStatistics: Hashable, Sendable {
    /// Stored values.
    public var entryCount: Int
    /// Bytes they take, including what the storage adds.
    public var byteCount: Int

    /// Makes statistics.
    public init(entryCount: Int, byteCount: Int) {
        self.entryCount = entryCount
        self.byteCount = byteCount
    }
}

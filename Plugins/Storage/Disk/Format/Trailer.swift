internal import KingfisherCore

/// What a file says about itself behind its image.
///
/// Shaped as an ISO base media `uuid` box, which every reader of such files skips; readers of other formats stop at
/// the end of the image. See `Trailer+Coding.swift` for the bytes.
struct Trailer: Hashable, Sendable {
    /// How long the value lives once more when it is read.
    enum Lifetime: Hashable, Sendable {
        /// For ever; wins over the file's times, which some file systems cut short.
        case never
        /// So many milliseconds from the moment of reading.
        case sliding(milliseconds: Int64)
        /// No longer: it was given a date.
        case fixed
    }

    var kind: StoredData.Kind
    var lifetime: Lifetime
    /// Milliseconds since 1970 when the value was to expire as it was stored; the file's modification time may say
    /// otherwise since.
    var storedExpiry: Int64
    var keyDigest: Digest
    /// The digest of the cache key without processor: the same for all variants of an image.
    var groupDigest: Digest
    /// The key, cut at `textLimit` bytes.
    var key: String
    var validators: HTTPValidators?
    var payloadLength: Int
    var payloadChecksum: UInt32

    /// The longest text in UTF-8 bytes. A longer key is cut, a longer validator left out.
    static let textLimit = 4096
    /// The longest trailer that is believed.
    static let maximumLength = 16 * 1024
}

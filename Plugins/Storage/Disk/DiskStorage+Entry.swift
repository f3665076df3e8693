public import Foundation
public import KingfisherCore

extension DiskStorage {
    /// What a disk storage knows of one of its files.
    public struct Entry: Hashable, Sendable {
        /// The file: the encoded image, followed by a few hundred bytes that image readers ignore.
        public let fileURL: URL
        /// The key it was stored under, cut at 4,096 bytes.
        public let key: String
        /// The SHA-256 of the key, 64 lowercase hexadecimal digits.
        public let keyDigest: String
        /// The SHA-256 of the key without a processor: the same for all variants of an image.
        public let groupDigest: String
        /// What the bytes are.
        public let kind: StoredData.Kind
        /// What an HTTP server named the content by.
        public let validators: HTTPValidators?
        /// The bytes of the file.
        public let byteCount: Int
        /// The bytes of the value alone.
        public let valueByteCount: Int
        /// When it expires, nil for never.
        public let expiry: Date?
        /// When it was stored or last read.
        public let lastAccess: Date

        /// Whether it has expired at a moment.
        public func isExpired(at moment: Date) -> Bool {
            expiry.map { $0 <= moment } ?? false
        }

        init(_ trailer: Trailer, status: FileStatus, fileURL: URL) {
            self.fileURL = fileURL
            key = trailer.key
            keyDigest = trailer.keyDigest.hexadecimal
            groupDigest = trailer.groupDigest.hexadecimal
            kind = trailer.kind
            validators = trailer.validators
            byteCount = status.size
            valueByteCount = trailer.payloadLength
            let isEternal = trailer.lifetime == .never || status.modified >= .farFuture
            expiry = isEternal ? nil : status.modified.date
            lastAccess = status.accessed.date
        }
    }

    /// A file that is not, or no longer, what was stored. Reading it would count as a miss and remove it.
    public struct DamagedFile: Hashable, Sendable {
        /// The file.
        public let fileURL: URL
        /// What is wrong with it, half a sentence such as `its checksum is wrong`.
        public let reason: String
    }
}

internal import Foundation
internal import KingfisherCore

/// A reader and the bytes it is fed with.
final class JPEGFeed {
    private let reader: JPEGReader

    init(options: DecodingOptions) throws(PluginError) {
        reader = try JPEGReader.openFed(options: options)
    }

    /// Lends the reader, fed with all bytes from the start of the file on.
    func withReader<Result>(of data: Data, _ body: (borrowing JPEGReader) throws -> Result) throws -> Result {
        try data.withUnsafeBytes { bytes in
            reader.feed(bytes)
            return try body(reader)
        }
    }

    /// How many of the bytes fed are not used up, because what they belong to is not there as a whole.
    var bytesWaiting: Int { reader.bytesWaiting }
}

internal import KingfisherCore

/// Walks over the chunks of a RIFF container, or of a part of it.
///
/// Source: RFC 9649, section 2.3.
struct WebPChunks {
    private var position: Int
    /// Where the chunks end by what the container states.
    private let end: Int
    /// Where the bytes end.
    private let available: Int

    /// A chunk, and where its payload lies.
    struct Chunk {
        /// Where its header begins.
        let start: Int
        /// Four characters, in the order of the file from the lowest byte.
        let name: UInt32
        /// The payload as far as there are bytes.
        let payload: Range<Int>
        /// Where the payload ends by what its header states.
        let end: Int

        /// Whether all of the payload is there.
        var isComplete: Bool { payload.upperBound == end }
    }

    /// Begins at the first chunk.
    /// - Parameters:
    ///   - range: Where the chunks lie by what the container states.
    ///   - available: Where the bytes end, perhaps earlier.
    init(in range: Range<Int>, available: Int) {
        position = range.lowerBound
        end = range.upperBound
        self.available = available
    }

    /// The next chunk; nil at the end of the container or of the bytes.
    /// - Throws: `PluginError` with `.corrupt` where a chunk is longer than its container.
    mutating func next(in bytes: RawSpan) throws(PluginError) -> Chunk? {
        let headerEnd = position + Self.headerLength
        guard headerEnd <= end, headerEnd <= available, let name = bytes.uint32(at: position, .littleEndian),
            let length = bytes.uint32(at: position + 4, .littleEndian)
        else { return nil }
        guard Int(length) <= end - headerEnd else {
            throw CodecFailure.webp.corrupt("one of its parts is longer than the whole")
        }
        let payloadEnd = headerEnd + Int(length)
        defer { position = payloadEnd + Int(length & 1) }
        return Chunk(
            start: position, name: name, payload: headerEnd..<min(payloadEnd, available), end: payloadEnd)
    }

    static let headerLength = 8
}

extension UInt32 {
    /// The name of a chunk as the integer that its four characters make in the file.
    init(chunk name: StaticString) {
        self = name.withUTF8Buffer { characters in
            characters.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    static let lossyImage = UInt32(chunk: "VP8 ")
    static let losslessImage = UInt32(chunk: "VP8L")
    static let alpha = UInt32(chunk: "ALPH")
    static let animation = UInt32(chunk: "ANIM")
    static let animationFrame = UInt32(chunk: "ANMF")
    static let profile = UInt32(chunk: "ICCP")
    static let exif = UInt32(chunk: "EXIF")
    static let xmp = UInt32(chunk: "XMP ")
}

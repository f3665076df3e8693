internal import KingfisherCore

/// Marker codes of ITU-T T.81, table B.1, as far as they matter before the first scan.
enum JPEGMarker {
    static let startOfImage: UInt8 = 0xD8
    static let endOfImage: UInt8 = 0xD9
    static let startOfScan: UInt8 = 0xDA
    static let jfif: UInt8 = 0xE0
    static let exif: UInt8 = 0xE1
    static let icc: UInt8 = 0xE2
    /// The frame header of JPEG-LS (ITU-T T.87).
    static let losslessFrame: UInt8 = 0xF7

    /// Whether a marker begins a frame header: of C0 to CF all but the tables (C4, CC) and the reserved C8.
    static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    /// Whether a marker stands alone, without a segment.
    static func isAlone(_ marker: UInt8) -> Bool {
        marker == 0x01 || (0xD0...0xD7).contains(marker)
    }
}

/// Walks over the segments between the start of an image and its first scan.
struct JPEGSegmentWalker {
    private var position = 2

    /// A marker, and where the bytes of its segment lie.
    struct Segment {
        let marker: UInt8
        let payload: Range<Int>
    }

    /// Begins behind the start marker.
    /// - Throws: `PluginError` with `.truncated` or `.corrupt` where there is none.
    init(_ bytes: RawSpan) throws(PluginError) {
        guard bytes.byteCount >= 2 else {
            throw CodecFailure.jpeg.truncated("it has \(bytes.byteCount) bytes")
        }
        guard bytes.byte(at: 0) == 0xFF, bytes.byte(at: 1) == JPEGMarker.startOfImage else {
            throw CodecFailure.jpeg.corrupt("it does not begin with a start marker")
        }
    }

    /// The next segment; nil at the first scan or the end of the image.
    /// - Throws: `PluginError` with `.truncated` where the bytes end first, or `.corrupt`.
    mutating func next(in bytes: RawSpan) throws(PluginError) -> Segment? {
        while true {
            let marker = try nextMarker(in: bytes)
            if marker == JPEGMarker.startOfScan || marker == JPEGMarker.endOfImage { return nil }
            if JPEGMarker.isAlone(marker) { continue }
            guard marker != JPEGMarker.startOfImage else {
                throw CodecFailure.jpeg.corrupt("a second image begins inside its header")
            }
            guard let length = bytes.uint16(at: position, .bigEndian) else { throw JPEGFailure.cutInHeader }
            // A length below that of the length itself stands for an empty segment, as decoders read it.
            let segmentLength = max(Int(length), 2)
            guard bytes.holds(segmentLength, at: position) else { throw JPEGFailure.cutInHeader }
            let payload = position + 2..<position + segmentLength
            position = payload.upperBound
            return Segment(marker: marker, payload: payload)
        }
    }

    /// Passes over stray bytes and fill bytes, as decoders do.
    private mutating func nextMarker(in bytes: RawSpan) throws(PluginError) -> UInt8 {
        var follows255 = false
        while let byte = bytes.byte(at: position) {
            position += 1
            if follows255, byte != 0, byte != 0xFF { return byte }
            follows255 = byte == 0xFF
        }
        throw JPEGFailure.cutInHeader
    }
}

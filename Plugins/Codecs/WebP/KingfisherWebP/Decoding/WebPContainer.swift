internal import Foundation
internal import KingfisherCore

/// What a file holds, read without decoding pixels.
///
/// Read here and not by libwebpdemux, which takes memory for every frame before a limit can be checked, and finds a
/// frame by walking over all those before it.
///
/// Source: RFC 9649, section 2.
struct WebPContainer {
    /// The size of the canvas, before orientation is applied.
    let width: Int
    let height: Int
    /// Whether the file calls itself an animation, be it of one frame.
    let isAnimated: Bool
    /// The frames; of a still image the one that it is.
    let frames: WebPFrames
    /// Whether the file goes as far as its header says.
    let isComplete: Bool
    let metadata: WebPMetadata

    /// Reads the container.
    /// - Throws: `PluginError`: `.truncated` where the bytes end before the size of the image or of the first frame is
    ///   known, `.corrupt`, `.unsupportedFeature`, or `.limitExceeded` where file or metadata exceed the limits.
    init(_ data: Data, limits: DecodingLimits) throws(PluginError) {
        try limits.check(encodedByteCount: data.count, pluginID: WebPPlugin.id)
        let bytes = data.bytes
        let end = try Self.statedEnd(bytes)
        isComplete = end <= bytes.byteCount
        let header = WebPExtendedHeader(bytes)
        var metadata = WebPMetadata(header)
        isAnimated = header?.isAnimated ?? false
        if let header, header.isAnimated {
            (width, height) = (header.width, header.height)
            frames = try WebPFrames(
                bytes, end: end, canvas: header, metadata: &metadata, limits: limits)
        } else {
            let image = try WebPBitstream(0..<end, in: bytes)
            (width, height) = (image.width, image.height)
            frames = WebPFrames(still: image)
            if header != nil { try metadata.read(bytes, end: end, limits: limits) }
        }
        metadata.finish(fileIsComplete: isComplete)
        self.metadata = metadata
    }

    /// Refuses a file that does not go as far as its header says.
    /// - Throws: `PluginError` with `.truncated`.
    func checkCompleteness() throws(PluginError) {
        guard isComplete else {
            throw CodecFailure.webp.truncated("the data end before the length that its header states")
        }
    }

    /// How the stored pixels have to be turned.
    /// - Throws: `PluginError` with `.truncated` where the bytes end before the part that would tell.
    func orientation() throws(PluginError) -> ImageOrientation {
        guard let orientation = metadata.orientation else {
            throw CodecFailure.webp.truncated(
                "the data end before its EXIF block, which tells how it is turned")
        }
        return orientation
    }

    /// The channels of the canvas: without alpha where no pixel of it is ever transparent.
    var channels: PixelLayout.Channels {
        let hasHoles =
            frames.stored.contains { $0.image.hasAlpha }
            || frames.stored.dropLast().contains { $0.isCleared }
        return hasHoles || !covers(frames.first) ? .rgba : .rgb
    }

    /// Whether a frame takes up the whole canvas.
    func covers(_ frame: WebPFrames.Frame) -> Bool {
        frame.image.width == width && frame.image.height == height
    }

    /// Where the container ends by its header; bytes behind are no part of the image.
    private static func statedEnd(_ bytes: RawSpan) throws(PluginError) -> Int {
        let signature = min(bytes.byteCount, 4)
        guard "RIFF".utf8.prefix(signature).elementsEqual((0..<signature).compactMap { bytes.byte(at: $0) })
        else { throw CodecFailure.webp.corrupt("it does not begin with the signature of a WebP") }
        guard bytes.byteCount >= chunksStart, let size = bytes.uint32(at: 4, .littleEndian) else {
            throw CodecFailure.webp.truncated("it has \(bytes.byteCount) bytes")
        }
        guard bytes.holds(ascii: "WEBP", at: 8) else {
            throw CodecFailure.webp.corrupt("its container holds something that is not a WebP")
        }
        guard Int(size) + WebPChunks.headerLength >= chunksStart + WebPChunks.headerLength else {
            throw CodecFailure.webp.corrupt("its header states a length of \(size) bytes")
        }
        return Int(size) + WebPChunks.headerLength
    }

    /// Where the first chunk begins.
    static let chunksStart = 12
}

/// What the first chunk of an extended file says of the canvas and of further chunks.
struct WebPExtendedHeader {
    let width: Int
    let height: Int
    private let flags: UInt8

    /// Nil where the file is a simple one, or its first chunk is not all there.
    init?(_ bytes: RawSpan) {
        let start = WebPContainer.chunksStart + WebPChunks.headerLength
        guard bytes.holds(ascii: "VP8X", at: WebPContainer.chunksStart), bytes.holds(10, at: start),
            let flags = bytes.byte(at: start), let width = bytes.uint24(at: start + 4),
            let height = bytes.uint24(at: start + 7)
        else { return nil }
        self.flags = flags
        self.width = width + 1
        self.height = height + 1
    }

    var isAnimated: Bool { flags & 0x02 != 0 }
    var hasXMP: Bool { flags & 0x04 != 0 }
    var hasEXIF: Bool { flags & 0x08 != 0 }
    var hasProfile: Bool { flags & 0x20 != 0 }
}

extension RawSpan {
    /// The 24-bit integer at an offset, or nil where it does not lie wholly inside the span.
    func uint24(at offset: Int) -> Int? {
        guard let low = uint16(at: offset, .littleEndian), let high = byte(at: offset + 2) else { return nil }
        return Int(high) << 16 | Int(low)
    }
}

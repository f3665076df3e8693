internal import KingfisherCore

/// The frames of a file, in order.
struct WebPFrames {
    /// A frame, and where it lies on the canvas.
    struct Frame {
        let x: Int
        let y: Int
        let image: WebPBitstream
        let milliseconds: Int
        /// Whether its rectangle becomes transparent when its time is over.
        let isCleared: Bool
        /// Whether it is laid over the canvas, as opposed to replacing its rectangle.
        let isBlended: Bool
    }

    /// As many frames as the limits allow, and at least the first one.
    private(set) var stored: [Frame] = []
    /// All frames, beyond the limits too.
    private(set) var count = 0
    /// How long one pass takes.
    private(set) var milliseconds = 0
    /// How often the animation plays, 0 meaning for ever; once where the file does not say.
    private(set) var loopCount = 1

    /// The first frame, which every file has.
    var first: Frame { stored[0] }

    /// The one frame of a still image.
    init(still image: WebPBitstream) {
        stored = [
            Frame(x: 0, y: 0, image: image, milliseconds: 0, isCleared: false, isBlended: false)
        ]
        count = 1
    }

    /// Reads the frames of an animation, and the metadata on the way.
    /// - Throws: `PluginError`: `.truncated` where there is no frame yet, `.corrupt` or `.limitExceeded`.
    init(
        _ bytes: RawSpan, end: Int, canvas: WebPExtendedHeader, metadata: inout WebPMetadata,
        limits: DecodingLimits
    ) throws(PluginError) {
        var chunks = WebPChunks(in: WebPContainer.chunksStart..<end, available: bytes.byteCount)
        while let chunk = try chunks.next(in: bytes) {
            switch chunk.name {
            case .animation where chunk.payload.count >= 6 && count == 0:
                loopCount = bytes.uint16(at: chunk.payload.lowerBound + 4, .littleEndian).map { Int($0) } ?? 1
            case .animationFrame:
                guard let frame = try Self.frame(chunk, of: bytes) else { continue }
                try append(frame, canvas: canvas, limits: limits)
            case .lossyImage, .losslessImage, .alpha:
                throw CodecFailure.webp.corrupt("it is an animation with an image outside its frames")
            default:
                try metadata.take(chunk, from: bytes, limits: limits)
            }
        }
        guard count > 0 else {
            throw end > bytes.byteCount
                ? CodecFailure.webp.truncated("the data end before its first frame")
                : CodecFailure.webp.corrupt("it is an animation without frames")
        }
    }

    private mutating func append(
        _ frame: Frame, canvas: WebPExtendedHeader, limits: DecodingLimits
    ) throws(PluginError) {
        guard frame.x + frame.image.width <= canvas.width, frame.y + frame.image.height <= canvas.height
        else {
            throw CodecFailure.webp.corrupt("frame \(count + 1) sticks out of the canvas")
        }
        count += 1
        milliseconds += frame.milliseconds
        if count <= max(limits.frames, 1) { stored.append(frame) }
    }

    /// The frame in a chunk; nil where the bytes end before it shows its size.
    private static func frame(_ chunk: WebPChunks.Chunk, of bytes: RawSpan) throws(PluginError) -> Frame? {
        let start = chunk.payload.lowerBound
        guard chunk.payload.count >= headerLength, let x = bytes.uint24(at: start),
            let y = bytes.uint24(at: start + 3), let width = bytes.uint24(at: start + 6),
            let height = bytes.uint24(at: start + 9), let time = bytes.uint24(at: start + 12),
            let flags = bytes.byte(at: start + 15)
        else {
            guard chunk.isComplete else { return nil }
            throw CodecFailure.webp.corrupt("the header of a frame is too short")
        }
        guard let image = try image(in: chunk, of: bytes) else { return nil }
        guard image.width == width + 1, image.height == height + 1 else {
            throw CodecFailure.webp.corrupt(
                "a frame of \(width + 1)x\(height + 1) pixels holds \(image.width)x\(image.height)")
        }
        return Frame(
            x: 2 * x, y: 2 * y, image: image, milliseconds: time, isCleared: flags & 1 != 0,
            isBlended: flags & 2 == 0)
    }

    /// The image inside a frame, from its alpha chunk on where it has one; nil where the bytes end too early to tell.
    private static func image(
        in chunk: WebPChunks.Chunk, of bytes: RawSpan
    ) throws(PluginError) -> WebPBitstream? {
        let start = chunk.payload.lowerBound + headerLength
        // What a cut file lacks of the frame is not known any more, and does not matter here.
        let end = chunk.isComplete ? chunk.payload.upperBound : Int(UInt32.max)
        var parts = WebPChunks(in: start..<end, available: chunk.payload.upperBound)
        var alpha: Int?
        while let part = try parts.next(in: bytes) {
            switch part.name {
            case .alpha where alpha == nil: alpha = part.start
            case .lossyImage, .losslessImage:
                do {
                    return try WebPBitstream((alpha ?? part.start)..<part.end, in: bytes)
                } catch  where error.code == .truncated && !part.isComplete {
                    return nil
                }
            default: break
            }
        }
        guard chunk.isComplete else { return nil }
        throw CodecFailure.webp.corrupt("a frame holds no image")
    }

    private static let headerLength = 16
}

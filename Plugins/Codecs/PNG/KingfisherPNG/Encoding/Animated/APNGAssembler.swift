internal import CKingfisherPNG
internal import Foundation
internal import KingfisherCore

/// Puts the file together: the chunks of the first frame's PNG, and the image data of the others as `fdAT`.
///
/// What a frame leaves on the canvas is known only with the frame after it, so that each is written one later.
struct APNGAssembler {
    private let frameCount: Int
    private let loopCount: Int
    private var file = Data()
    private var sequence: UInt32 = 0
    private var waiting: (frame: FramePacker.Packed, duration: Duration)?

    init(frameCount: Int, loopCount: Int) {
        self.frameCount = frameCount
        self.loopCount = loopCount
    }

    /// Takes the next frame.
    mutating func append(
        _ frame: FramePacker.Packed, disposingEarlier disposal: AnimationFrame.Disposal, duration: Duration
    ) throws {
        if waiting != nil { writeWaiting(disposal) }
        guard frame.file.count < Int(Int32.max) else {
            throw PluginError(
                .encodingFailed, pluginID: PNGPlugin.pluginID,
                message:
                    "A frame takes more than the 2 GiB that a PNG chunk holds. Encode the animation smaller.")
        }
        waiting = (frame, duration)
    }

    /// Closes the file.
    mutating func finish() -> Data {
        writeWaiting(.keep)
        file.append(PNGChunk.make("IEND"))
        return file
    }

    private mutating func writeWaiting(_ disposal: AnimationFrame.Disposal) {
        guard let (frame, duration) = waiting else { return }
        waiting = nil
        let chunks = PNGChunk.chunks(of: frame.file)
        let isFirst = file.isEmpty
        if isFirst {
            file.append(frame.file.prefix(8))
            for chunk in chunks.prefix(while: { $0.type != "IDAT" }) {
                file.append(chunk.whole)
                // Right behind the header, where readers look for it first.
                if chunk.type == "IHDR" { file.append(animationControl) }
            }
        }
        file.append(frameControl(frame, duration, disposal))
        let data = chunks.filter { $0.type == "IDAT" }.map(\.content)
        if isFirst {
            file.append(PNGChunk.make("IDAT", data))
        } else {
            file.append(PNGChunk.make("fdAT", [PNGChunk.bytes(nextSequence())] + data))
        }
    }

    private mutating func nextSequence() -> UInt32 {
        defer { sequence += 1 }
        return sequence
    }

    private var animationControl: Data {
        let loops = UInt32(clamping: min(loopCount, Int(Int32.max)))
        return PNGChunk.make("acTL", [PNGChunk.bytes(UInt32(clamping: frameCount)), PNGChunk.bytes(loops)])
    }

    private mutating func frameControl(
        _ frame: FramePacker.Packed, _ duration: Duration, _ disposal: AnimationFrame.Disposal
    ) -> Data {
        let rectangle = frame.rectangle
        let numbers = [rectangle.width, rectangle.height, rectangle.x, rectangle.y].map {
            UInt32(clamping: $0)
        }
        let delay = DelayFraction(duration)
        let short = [delay.numerator, delay.denominator].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        let disposalByte: UInt8 =
            switch disposal {
            case .keep: 0
            case .clear: 1
            case .previous: 2
            }
        let tail = Data(short + [disposalByte, frame.blending == .over ? 1 : 0])
        return PNGChunk.make("fcTL", ([nextSequence()] + numbers).map(PNGChunk.bytes) + [tail])
    }
}

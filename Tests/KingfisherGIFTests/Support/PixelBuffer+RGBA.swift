import Foundation
import KingfisherCore

extension PixelBuffer {
    /// The bytes as 8-bit RGBA.
    func rgba() throws -> Data {
        try converted(to: PixelKind(.rgba)).withBytes { $0.withUnsafeBytes { Data($0) } }
    }

    /// Makes RGB or RGBA pixels from a function of their place.
    static func make(
        _ width: Int, _ height: Int, _ channels: PixelLayout.Channels = .rgb, _ color: (Int, Int) -> [UInt8]
    ) throws -> PixelBuffer {
        let layout = try PixelLayout(width: width, height: height, channels: channels)
        var bytes = Data()
        for y in 0..<height {
            for x in 0..<width { bytes += color(x, y) }
        }
        return try PixelBuffer(layout: layout, copying: bytes)
    }
}

extension Image {
    /// All frames as 8-bit RGBA; of a still image its only one.
    func rgbaFrames() throws -> [Data] {
        guard let frames else { return [try pixels.rgba()] }
        return try (0..<frames.frameCount).map { try frames.frame(at: $0).rgba() }
    }

    /// Of an animation, in milliseconds.
    var durations: [Int] {
        guard let frames else { return [] }
        return (0..<frames.frameCount).map { Int(frames.duration(at: $0) / .milliseconds(1)) }
    }
}

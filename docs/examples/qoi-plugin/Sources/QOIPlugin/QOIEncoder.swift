public import Foundation
public import KingfisherCore

/// Encodes QOI: RGB or RGBA of 8 bits; gray becomes RGB and 16 bits are rounded.
public struct QOIEncoder: ImageEncoder {
    /// QOI.
    public let format = ImageFormat.qoi
    /// QOI keeps alpha.
    public let supportsAlpha = true

    /// Makes an encoder.
    public init() {}

    /// Encodes the pixels; QOI has no room for a profile.
    /// - Throws: `PluginError`, or `CancellationError`.
    public func encode(_ image: Image, options: EncodingOptions) throws -> Data {
        let kind = PixelKind(image.hasAlpha ? .rgba : .rgb)
        let header = QOIHeader(width: image.width, height: image.height, channels: kind.channels)
        var writer = QOIWriter(header)
        try image.pixels.eachBand(as: kind) { bytes, _ in
            for start in stride(from: 0, to: bytes.byteCount, by: kind.channels.count) {
                writer.write(pixel(bytes, at: start, hasAlpha: kind.channels.hasAlpha))
            }
        }
        return writer.finish()
    }

    private func pixel(_ bytes: RawSpan, at offset: Int, hasAlpha: Bool) -> QOIPixel {
        func sample(_ channel: Int) -> UInt8 {
            bytes.unsafeLoad(fromByteOffset: offset + channel, as: UInt8.self)
        }
        return QOIPixel(red: sample(0), green: sample(1), blue: sample(2), alpha: hasAlpha ? sample(3) : 255)
    }
}

/// Writes pixels in the shortest of the six ways there are.
struct QOIWriter {
    private var output: [UInt8]
    private var table = QOIPixel.emptyTable
    private var last = QOIPixel()
    private var run = 0

    init(_ header: QOIHeader) {
        output = header.bytes
    }

    mutating func write(_ pixel: QOIPixel) {
        if pixel == last {
            run += 1
            if run == QOIOp.longestRun { endRun() }
            return
        }
        endRun()
        defer { last = pixel }
        if table[pixel.slot] == pixel {
            output.append(QOIOp.index | UInt8(pixel.slot))
            return
        }
        table[pixel.slot] = pixel
        guard pixel.alpha == last.alpha else {
            output += [QOIOp.rgba, pixel.red, pixel.green, pixel.blue, pixel.alpha]
            return
        }
        // Differences wrap around, as in the reader; each is moved so that what fits starts at 0.
        let (red, green, blue) = (
            pixel.red &- last.red, pixel.green &- last.green, pixel.blue &- last.blue
        )
        let small = [red &+ 2, green &+ 2, blue &+ 2]
        let luma = (green &+ 32, red &- green &+ 8, blue &- green &+ 8)
        if small.allSatisfy({ $0 < 4 }) {
            output.append(QOIOp.difference | small[0] << 4 | small[1] << 2 | small[2])
        } else if luma.0 < 64, luma.1 < 16, luma.2 < 16 {
            output += [QOIOp.luma | luma.0, luma.1 << 4 | luma.2]
        } else {
            output += [QOIOp.rgb, pixel.red, pixel.green, pixel.blue]
        }
    }

    mutating func finish() -> Data {
        endRun()
        return Data(output + QOIHeader.end)
    }

    private mutating func endRun() {
        guard run > 0 else { return }
        output.append(QOIOp.run | UInt8(run - 1))
        run = 0
    }
}

import Foundation
import KingfisherCore
import Synchronization

/// A plugin of the tests' own: `KFT1`, then the format, width, height and channels in a byte each, then raw samples.
struct TestDecoder: ImageDecoder {
    var formats: [ImageFormat] { [.png, .jpeg] }
    /// How many images have been decoded.
    var decodes: Tally?
    /// Where decoding waits, when it is to.
    var gate: DispatchSemaphore?

    func recognizes(_ prefix: Span<UInt8>) -> Bool {
        prefix.count >= 4 && [prefix[0], prefix[1], prefix[2], prefix[3]] == Array("KFT1".utf8)
    }

    func inspect(_ data: Data, limits: DecodingLimits) throws -> ImageInfo {
        let image = try decode(data, options: DecodingOptions(limits: limits))
        return ImageInfo(
            format: .png, width: image.width, height: image.height, hasAlpha: image.hasAlpha, bitDepth: 8,
            colorModel: .rgb)
    }

    func decode(_ data: Data, options: DecodingOptions) throws -> Image {
        decodes?.add()
        gate?.wait()
        let bytes = Data(data)
        guard bytes.count >= 8, let channels = PixelLayout.Channels(rawValue: Int(bytes[7])) else {
            throw PluginError(.truncated, pluginID: "test", message: "The header is incomplete.")
        }
        let layout = try PixelLayout(width: Int(bytes[5]), height: Int(bytes[6]), channels: channels)
        try options.limits.check(width: layout.width, height: layout.height, pluginID: "test")
        return Image(
            pixels: try PixelBuffer(layout: layout, copying: bytes.dropFirst(8)), scale: options.scale,
            metadata: ImageMetadata(format: bytes[4] == UInt8(ascii: "p") ? .png : .jpeg))
    }
}

/// Writes the tests' own layout under the name of a known format.
struct TestEncoder: ImageEncoder {
    let format: ImageFormat
    var supportsAlpha: Bool { format == .png }

    func encode(_ image: Image, options: EncodingOptions) throws -> Data {
        let letter = UInt8(ascii: format == .png ? "p" : "j")
        let layout = image.pixels.layout
        let header =
            Data("KFT1".utf8) + [
                letter, UInt8(layout.width), UInt8(layout.height), UInt8(layout.channels.count),
            ]
        return image.pixels.withBytes { bytes in header + bytes.withUnsafeBytes { Data($0) } }
    }
}

/// Paints all samples in one value.
struct Paint: ImageProcessor {
    let value: UInt8
    var identifier: String { "paint(\(value))" }

    func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
        let image = try item.image(options: options)
        var canvas = try PixelCanvas(image.pixels.layout)
        canvas.withMutableSamples8 { samples in
            for index in samples.indices { samples[index] = value }
        }
        return image.replacingPixels(canvas.freeze())
    }
}

/// A thread-safe count.
final class Tally: Sendable {
    private let number = Atomic(0)
    var count: Int { number.load(ordering: .acquiring) }
    func add() { number.add(1, ordering: .releasing) }

    func reaches(_ count: Int) async {
        while self.count < count { await Task.yield() }
    }
}

/// An image whose samples all have one value.
func testImage(
    _ value: UInt8 = 1, width: Int = 2, height: Int = 2, channels: PixelLayout.Channels = .rgb,
    format: ImageFormat? = .jpeg
) throws -> Image {
    let layout = try PixelLayout(width: width, height: height, channels: channels)
    let pixels = try PixelBuffer(layout: layout, copying: Data(repeating: value, count: layout.byteCount))
    return Image(pixels: pixels, metadata: ImageMetadata(format: format))
}

/// The bytes of such an image as a server would send them.
func testFile(_ value: UInt8 = 1, format: ImageFormat = .jpeg) throws -> Data {
    try TestEncoder(format: format).encode(testImage(value), options: EncodingOptions())
}

extension Image {
    /// The value of the first sample.
    var firstSample: UInt8 { pixels.withSamples8 { $0[0] } }
}

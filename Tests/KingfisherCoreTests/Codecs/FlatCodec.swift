import Foundation
import KingfisherCore

extension ImageFormat {
    /// Raw samples behind a header, for tests: `KFF1`, width, height and channels in a byte each.
    static let flat = ImageFormat(identifier: "flat", name: "Flat", fileExtensions: ["flat"])
}

/// Reads the tests' own format.
struct FlatDecoder: ImageDecoder {
    var formats: [ImageFormat] { [.flat] }

    func recognizes(_ prefix: Span<UInt8>) -> Bool {
        prefix.count >= 4 && [prefix[0], prefix[1], prefix[2], prefix[3]] == Array("KFF1".utf8)
    }

    func inspect(_ data: Data, limits: DecodingLimits) throws -> ImageInfo {
        let image = try decode(data, options: DecodingOptions(limits: limits))
        return ImageInfo(
            format: .flat, width: image.width, height: image.height, hasAlpha: image.hasAlpha, bitDepth: 8,
            colorModel: .rgb)
    }

    func decode(_ data: Data, options: DecodingOptions) throws -> Image {
        let bytes = Data(data)
        guard bytes.count > 7, let channels = PixelLayout.Channels(rawValue: Int(bytes[6])) else {
            throw PluginError(.truncated, pluginID: "flat", message: "The header is incomplete.")
        }
        let layout = try PixelLayout(width: Int(bytes[4]), height: Int(bytes[5]), channels: channels)
        return Image(
            pixels: try PixelBuffer(layout: layout, copying: bytes.dropFirst(7)), scale: options.scale,
            metadata: ImageMetadata(format: .flat))
    }
}

/// Writes the tests' own layout under any format's name, so that the choice of a format can be seen.
struct FlatEncoder: ImageEncoder {
    var format = ImageFormat.flat
    var supportsAlpha = true

    func encode(_ image: Image, options: EncodingOptions) throws -> Data {
        let header = Data("KFF1".utf8) + [UInt8(image.width), UInt8(image.height)]
        let channels = UInt8(image.pixels.layout.channels.count)
        let quality = options.quality.map { "\(format.identifier) \($0)" } ?? format.identifier
        return image.pixels.withBytes { bytes in
            header + [channels] + bytes.withUnsafeBytes { Data($0) } + Data("/\(quality)".utf8)
        }
    }
}

/// Makes images of zero samples.
func flatImage(
    width: Int = 2, height: Int = 2, channels: PixelLayout.Channels = .rgb, format: ImageFormat? = .flat
) throws -> Image {
    let layout = try PixelLayout(width: width, height: height, channels: channels)
    return Image(pixels: try PixelCanvas(layout).freeze(), metadata: ImageMetadata(format: format))
}

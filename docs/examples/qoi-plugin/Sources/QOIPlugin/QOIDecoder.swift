public import Foundation
public import KingfisherCore

/// Decodes QOI: RGB or RGBA of 8 bits.
public struct QOIDecoder: ImageDecoder {
    /// QOI.
    public let formats: [ImageFormat] = [.qoi]

    /// Makes a decoder.
    public init() {}

    /// Whether the bytes begin with `qoif`.
    public func recognizes(_ prefix: Span<UInt8>) -> Bool {
        let magic = QOIHeader.magic
        return prefix.count >= magic.count && magic.indices.allSatisfy { prefix[$0] == magic[$0] }
    }

    /// Tells what the header says.
    /// - Throws: `PluginError`.
    public func inspect(_ data: Data, limits: DecodingLimits) throws -> ImageInfo {
        let header = try QOIHeader(data.span)
        return ImageInfo(
            format: .qoi, width: header.width, height: header.height, hasAlpha: header.channels.hasAlpha,
            bitDepth: 8, colorModel: .rgb)
    }

    /// Decodes all pixels; QOI cannot shrink, so the target plays no part.
    /// - Throws: `PluginError`, or `CancellationError`.
    public func decode(_ data: Data, options: DecodingOptions) throws -> Image {
        try WorkCancellation.check()
        try options.limits.check(encodedByteCount: data.count, pluginID: QOIPlugin.pluginID)
        let bytes = data.span
        let header = try QOIHeader(bytes)
        try options.limits.check(width: header.width, height: header.height, pluginID: QOIPlugin.pluginID)
        var canvas = try PixelCanvas(
            PixelLayout(width: header.width, height: header.height, channels: header.channels))
        let isComplete = try canvas.withMutableSamples8 { try Self.read(bytes, header, into: &$0) }
        guard isComplete || options.allowsPartial else {
            throw CodecFailure.qoi.truncated("the data end before the pixels do")
        }
        return Image(
            pixels: canvas.freeze(), scale: options.scale, metadata: ImageMetadata(format: .qoi),
            isPartial: !isComplete)
    }

    /// Fills the canvas.
    /// - Returns: Whether all of the file was there.
    private static func read(
        _ bytes: Span<UInt8>, _ header: QOIHeader, into samples: inout MutableSpan<UInt8>
    ) throws -> Bool {
        var reader = QOIReader()
        let channels = header.channels.count
        var offset = 0
        for _ in 0..<header.height {
            try WorkCancellation.check()
            for _ in 0..<header.width {
                guard let pixel = reader.next(in: bytes) else { return false }
                samples[offset] = pixel.red
                samples[offset + 1] = pixel.green
                samples[offset + 2] = pixel.blue
                if channels == 4 { samples[offset + 3] = pixel.alpha }
                offset += channels
            }
        }
        return reader.isAtEnd(of: bytes)
    }
}

public import Foundation
public import KingfisherCore

/// Decodes JPEG: baseline and progressive, Huffman and arithmetic coding, gray, RGB, YCbCr, CMYK and YCCK.
///
/// Pixels come out 8-bit, gray or RGB, upright, and at full size as from `djpeg -dct int`. With a target size the
/// transform itself yields 1/8 to 7/8 of the size, which costs less time and memory the smaller it is. CMYK is
/// converted to RGB without its profile, taking each ink as a filter. Samples of more than 8 bits and lossless
/// JPEG can be inspected, but not decoded.
///
/// A file that ends too early is refused, or flagged as partial where the options allow that. A few places with
/// damaged data are shown as they come, as every decoder does; more than sixteen are refused.
public struct JPEGDecoder: ImageDecoder {
    /// JPEG alone.
    public let formats: [ImageFormat] = [.jpeg]

    /// Makes a decoder.
    public init() {}

    /// Tells what the markers before the first scan say; no pixels are decoded.
    /// - Throws: `PluginError`.
    public func inspect(_ data: Data, limits: DecodingLimits) throws -> ImageInfo {
        let header = try JPEGHeader(data, limits: limits)
        let (width, height) = header.orientation.upright(header.frame.width, header.frame.height)
        return ImageInfo(
            format: .jpeg, width: width, height: height, orientation: header.orientation, hasAlpha: false,
            bitDepth: header.frame.precision, colorModel: header.frame.colorModel,
            iccProfile: header.iccProfile)
    }

    /// Decodes to upright pixels, as small as the target allows.
    /// - Throws: `PluginError`, or `CancellationError`.
    public func decode(_ data: Data, options: DecodingOptions) throws -> Image {
        let header = try JPEGHeader(data, limits: options.limits)
        let scale = try JPEGScale(for: header, options: options)
        return try data.withUnsafeBytes { bytes in
            let reader = try JPEGReader.open(bytes, frame: header.frame, options: options)
            try reader.readHeader(expecting: header.frame, limits: options.limits)
            var canvas = try reader.start(scale, channels: header.frame.components == 1 ? .gray : .rgb)
            try reader.readRows(into: &canvas)
            let isComplete = try reader.finish()
            return Image(
                pixels: try canvas.freeze().upright(from: header.orientation), scale: options.scale,
                metadata: header.metadata, isPartial: !isComplete)
        }
    }
}

extension ImageOrientation {
    /// A stored size as it is upright, or the other way round.
    func upright(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
        swapsAxes ? (height, width) : (width, height)
    }
}

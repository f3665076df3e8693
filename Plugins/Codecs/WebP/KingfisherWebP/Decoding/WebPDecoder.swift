public import Foundation
public import KingfisherCore

/// Decodes WebP: lossy and lossless, with and without alpha, still and animated.
///
/// Pixels come out 8-bit, RGB or RGBA, upright, and at full size as from `dwebp`. With a target size the library
/// scales while it decodes, as `dwebp -scale` does, which saves most of the memory and the conversion of pixels that
/// nobody sees. An animation comes with a frame source; its frames are those of libwebp's own animation decoder, which
/// disregards the background colour of the file.
///
/// A file that ends too early is refused, or flagged as partial where the options allow that.
public struct WebPDecoder: ImageDecoder {
    /// WebP alone.
    public let formats: [ImageFormat] = [.webp]

    /// Makes a decoder.
    public init() {}

    /// Tells what the container and the headers of its images say; no pixels are decoded.
    /// - Throws: `PluginError`.
    public func inspect(_ data: Data, limits: DecodingLimits) throws -> ImageInfo {
        let container = try WebPContainer(data, limits: limits)
        let orientation = try container.orientation()
        let (width, height) = orientation.upright(container.width, container.height)
        return ImageInfo(
            format: .webp, width: width, height: height, orientation: orientation,
            hasAlpha: container.frames.stored[0].image.hasAlpha, bitDepth: 8, colorModel: .rgb,
            iccProfile: container.metadata.profile)
    }

    /// Decodes to upright pixels, as small as the target allows.
    /// - Throws: `PluginError`, or `CancellationError`.
    public func decode(_ data: Data, options: DecodingOptions) throws -> Image {
        try WorkCancellation.check()
        let container = try WebPContainer(data, limits: options.limits)
        let image = container.frames.stored[0].image
        let orientation = try container.orientation()
        let scale = try WebPScale(for: image, orientation: orientation, options: options)
        let result = try WebPImageReader.read(
            image, of: data, as: scale, allowsPartial: options.allowsPartial)
        return Image(
            pixels: try result.pixels.upright(from: orientation), scale: options.scale,
            isPartial: !result.isComplete)
    }
}

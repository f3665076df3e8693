public import Foundation
public import KingfisherCore

/// Decodes HEIC and AVIF: single images, grids, overlays, transparency, 8 to 16 bits, gray and colour.
///
/// The file itself is read here; libheif only decodes the coded images in it, one at a time. Turning, mirroring and
/// cropping are applied in the order the file states; the orientation in EXIF, which repeats them, is not. Of a
/// sequence the still image is decoded that the file has for it; one without is refused.
///
/// With a target size, an embedded thumbnail is decoded instead where it is large enough and shows the same.
public struct HEIFDecoder: ImageDecoder {
    /// HEIC and AVIF.
    public let formats: [ImageFormat] = HEIFDecoder.known

    static let known: [ImageFormat] = [.heic, .avif]

    /// Makes a decoder.
    public init() {}

    /// Tells what the tables of the file say; nothing is decoded.
    /// - Throws: `PluginError`.
    public func inspect(_ data: Data, limits: DecodingLimits) throws -> ImageInfo {
        let file = try HEIFFile(data, limits: limits)
        let image = try file.primaryImage()
        let size = try image.uprightSize()
        var info = ImageInfo(
            format: file.format, width: size.width, height: size.height, hasAlpha: image.hasAlpha,
            bitDepth: image.bitDepth, colorModel: image.isMonochrome ? .gray : .rgb,
            iccProfile: try file.profile(of: image, limits: limits))
        info.colorCodePoints = image.statedColors
        info.hasEXIF = file.hasMetadata(of: image, where: \.isEXIF)
        info.hasXMP = file.hasMetadata(of: image, where: \.isXMP)
        return info
    }

    /// Decodes to upright pixels with straight alpha.
    /// - Throws: `PluginError`, or `CancellationError`.
    public func decode(_ data: Data, options: DecodingOptions) throws -> Image {
        try WorkCancellation.check()
        let file = try HEIFFile(data, limits: options.limits)
        guard file.isComplete || options.allowsPartial else {
            throw CodecFailure.heif.truncated("a part of it is missing")
        }
        let image = try file.primaryImage()
        let chosen = try file.thumbnail(of: image, for: options.target) ?? image
        let size = try chosen.uprightSize()
        try options.limits.check(width: size.width, height: size.height, pluginID: HEIFPlugin.id)
        var metadata = ImageMetadata(
            format: file.format, iccProfile: try file.profile(of: image, limits: options.limits))
        if options.keepsMetadata {
            metadata.exif = try file.exif(of: image, limits: options.limits)
            metadata.xmp = try file.xmp(of: image, limits: options.limits)
        }
        let isDeep = options.keepsHighDepth && chosen.bitDepth > 8
        var painter = ImagePainter(file, depth: isDeep ? .sixteen : .eight, limits: options.limits)
        let pixels = try painter.pixels(of: chosen)
        metadata.colorCodePoints = painter.codePoints
        return Image(pixels: pixels, scale: options.scale, metadata: metadata, isPartial: !file.isComplete)
    }
}

extension ItemImage {
    /// The size after all steps.
    func uprightSize() throws(PluginError) -> (width: Int, height: Int) {
        guard width > 0, height > 0 else {
            throw CodecFailure.heif.corrupt("its image has the size \(width)x\(height)")
        }
        return try steps.applied(toWidth: width, height: height)
    }
}

public import Foundation
public import KingfisherCore

/// Encodes JPEG: gray or YCbCr, 8 bits.
///
/// Alpha is laid on the options' background and 16-bit samples are rounded to 8, because JPEG has neither. The profile
/// and the printing density are kept; EXIF and XMP are where the options say so. Without loss there is no JPEG: asked
/// for that, it takes quality 100 and full colour. A side may have 65,500 pixels at most.
///
/// Effort: below 3 the usual Huffman tables are written, which is faster; up to 6 those that fit the image best; from 7
/// on the image is progressive, a few percent smaller. What the encoder's own properties ask for is done at any effort.
public struct JPEGEncoder: ImageEncoder {
    /// How sharp colour is kept in comparison with brightness.
    public enum Subsampling: Sendable, Hashable {
        /// Half across and down below quality 90, in full from there on.
        case automatic
        /// In full.
        case s444
        /// Half across.
        case s422
        /// Half across and down.
        case s420
    }

    /// `.jpeg`.
    public let format: ImageFormat = .jpeg
    /// False: alpha is laid on the background.
    public let supportsAlpha = false

    /// How sharp colour is kept.
    public var subsampling: Subsampling
    /// Whether the file shows a coarse image first and refines it; a few percent smaller, slower to decode.
    public var isProgressive: Bool
    /// Whether code tables are made for the image: a few percent smaller, a second pass over its coefficients, which are
    /// held for that. Progressive files always have them.
    public var optimizesHuffman: Bool

    /// The quality where the options name none.
    public static let usualQuality = 85

    /// Makes an encoder.
    public init(
        subsampling: Subsampling = .automatic, progressive: Bool = false, optimizesHuffman: Bool = true
    ) {
        self.subsampling = subsampling
        isProgressive = progressive
        self.optimizesHuffman = optimizesHuffman
    }

    /// Encodes the image's pixels; of an animation, its first frame.
    /// - Throws: `PluginError`, or `CancellationError`.
    public func encode(_ image: Image, options: EncodingOptions) throws -> Data {
        guard max(image.width, image.height) <= Self.longestSide else {
            throw PluginError(
                .encodingFailed, pluginID: JPEGPlugin.id,
                message: "JPEG holds at most \(Self.longestSide) pixels a side; this image has "
                    + "\(image.width)x\(image.height). Resize it or write PNG.")
        }
        let kind = Self.kind(of: image.pixels.layout.channels, on: options.background)
        var writer = try JPEGWriter.open()
        try writer.start(
            JPEGWriter.Form(
                width: image.width, height: image.height, hasColor: kind.channels.hasColor,
                density: image.metadata.density.map(JPEGDensity.init)),
            coding: coding(options))
        try writer.write(image.metadata, channels: kind.channels, options: options)
        try image.pixels.eachBand(as: kind, background: options.background) { bytes, rows in
            try writer.write(rows: bytes, count: rows.count)
        }
        return try writer.finish()
    }

    /// Gray stays gray, but for a coloured background that shines through.
    private static func kind(of channels: PixelLayout.Channels, on background: RGBColor) -> PixelKind {
        let isColored = channels.hasColor || channels.hasAlpha && !background.isGray
        return PixelKind(isColored ? .rgb : .gray, .eight)
    }

    private func coding(_ options: EncodingOptions) -> JPEGWriter.Coding {
        let quality = options.isLossless ? 100 : options.quality ?? Self.usualQuality
        let automatic: Subsampling = quality < 90 ? .s420 : .s444
        return JPEGWriter.Coding(
            quality: quality, subsampling: subsampling == .automatic ? automatic : subsampling,
            isProgressive: isProgressive || (options.effort ?? 0) >= 7,
            optimizesHuffman: optimizesHuffman && (options.effort ?? 5) >= 3)
    }

    private static let longestSide = 65_500
}

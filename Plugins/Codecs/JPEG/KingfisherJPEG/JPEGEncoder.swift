public import Foundation
public import KingfisherCore

/// Encodes JPEG: gray or YCbCr, 8 bits, with the Huffman tables that fit the image best.
///
/// Alpha is flattened onto white and 16-bit samples are rounded to 8, because JPEG has neither. The profile and the
/// printing density are kept. A side may have 65,500 pixels at most.
public struct JPEGEncoder: ImageEncoder {
    /// How sharp colour is kept in comparison with brightness.
    public enum Subsampling: Sendable, Hashable {
        /// In full: 4:4:4.
        case full
        /// Half across: 4:2:2.
        case halfWidth
        /// Half across and down: 4:2:0.
        case half
    }

    /// `.jpeg`.
    public let format: ImageFormat = .jpeg
    /// False: alpha is flattened onto white.
    public let supportsAlpha = false

    /// Whether the file shows a coarse image first and refines it; a few percent smaller, slower to decode.
    public var isProgressive: Bool
    /// How sharp colour is kept; nil for half below quality 90 and in full from there on.
    public var subsampling: Subsampling?

    /// The quality where the options name none.
    public static let usualQuality = 85

    /// Makes an encoder.
    public init(isProgressive: Bool = false, subsampling: Subsampling? = nil) {
        self.isProgressive = isProgressive
        self.subsampling = subsampling
    }

    /// Encodes the image's pixels; of an animation, its first frame.
    /// - Throws: `PluginError`, or `CancellationError`.
    public func encode(_ image: Image, options: EncodingOptions) throws -> Data {
        let rows = try JPEGRows(image.pixels)
        guard max(image.width, image.height) <= Self.longestSide else {
            throw PluginError(
                .encodingFailed, pluginID: JPEGPlugin.id,
                message: "JPEG holds at most \(Self.longestSide) pixels a side; this image has "
                    + "\(image.width)x\(image.height). Resize it or write PNG.")
        }
        let quality = options.quality ?? Self.usualQuality
        var writer = try JPEGWriter.open()
        try writer.start(
            layout: rows.layout, quality: quality, subsampling: subsampling ?? (quality < 90 ? .half : .full),
            isProgressive: isProgressive, density: image.metadata.density.map(JPEGDensity.init))
        if options.embedsProfile, let profile = image.metadata.iccProfile,
            profile.describes(colorChannels: rows.layout.channels.count)
        {
            try writer.write(profile)
        }
        try rows.write(to: &writer)
        return try writer.finish()
    }

    private static let longestSide = 65_500
}

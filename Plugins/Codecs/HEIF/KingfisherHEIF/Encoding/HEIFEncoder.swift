public import Foundation
public import KingfisherCore

/// Encodes HEIC with x265 or AVIF with libaom, by way of the system's libheif: gray or colour, with or without alpha,
/// 8, 10 or 12 bits.
///
/// Colour is halved in both directions below quality 90 and kept in full from there on. Without loss the samples are
/// stored as red, green and blue; 16-bit ones are rounded first, to 10 bits in HEIC and to 12 in AVIF. A colour profile
/// is kept, else the code points of the image. Premultiplied alpha is undone.
public struct HEIFEncoder: ImageEncoder {
    /// `.heic` or `.avif`.
    public let format: ImageFormat
    /// True: transparency is stored as an image beside the colours, in the same quality.
    public let supportsAlpha = true
    /// The quality where the options name none.
    public static let usualQuality = 60

    /// Makes an encoder.
    /// - Precondition: `format` is `.heic` or `.avif`.
    public init(format: ImageFormat) {
        precondition(HEIFDecoder.known.contains(format), "HEIFEncoder writes HEIC or AVIF, not \(format)")
        self.format = format
    }

    /// Encodes the image's pixels; of an animation, its first frame.
    ///
    /// Cancellation is noticed while the samples are handed over, not while the library encodes them.
    /// - Throws: `PluginError`, or `CancellationError`.
    public func encode(_ image: Image, options: EncodingOptions) throws -> Data {
        try WorkCancellation.check()
        guard max(image.width, image.height) <= Self.longestSide else {
            throw CodecFailure.heif.encoding(
                "it has \(image.width)x\(image.height) pixels, and a side may have \(Self.longestSide)")
        }
        let isDeep = (options.depth ?? image.pixels.layout.depth) == .sixteen
        let picture = try HEIFPicture.holding(image, bits: isDeep ? deepBits : 8, options: options)
        let settings = HEIFEncoderSettings(format: format, options: options)
        let writer = try HEIFWriter.encoding(picture, settings)
        if options.embedsMetadata { try writer.add(image.metadata) }
        try WorkCancellation.check()
        return try writer.finish()
    }

    /// Bits that are written of 16-bit samples. 10 for AVIF as well would be more widely read, but with that libheif 1.15
    /// asks libaom for a profile that does not have them, and libaom ends the program.
    private var deepBits: Int { format == .avif ? 12 : 10 }

    /// x265 takes no more; libaom would.
    private static let longestSide = 16_384
}

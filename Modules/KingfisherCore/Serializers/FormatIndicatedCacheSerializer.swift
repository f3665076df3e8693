public import Foundation

/// Stores images in one format, whatever they came in.
///
/// An unprocessed image that came in that format is stored as the bytes received. Where the format has no encoder, or
/// would lose the alpha or the animation that an image has, `DefaultCacheSerializer` chooses another one.
public struct FormatIndicatedCacheSerializer: CacheSerializer, Hashable {
    /// Stores PNG; an animation becomes an APNG.
    public static let png = FormatIndicatedCacheSerializer(.png)
    /// Stores JPEG of the best quality; images with alpha become PNG.
    public static let jpeg = FormatIndicatedCacheSerializer(.jpeg)
    /// Stores GIF, which has 256 colours a frame.
    public static let gif = FormatIndicatedCacheSerializer(.gif)
    /// Stores WebP without loss.
    public static let webp = FormatIndicatedCacheSerializer(.webp, isLossless: true)
    /// Stores HEIC of the best quality.
    public static let heic = FormatIndicatedCacheSerializer(.heic)
    /// Stores AVIF of the best quality.
    public static let avif = FormatIndicatedCacheSerializer(.avif)

    /// Stores JPEG of a quality.
    /// - Parameter compressionQuality: 0...1; what lies outside counts as the nearer end.
    public static func jpeg(compressionQuality: CGFloat) -> FormatIndicatedCacheSerializer {
        FormatIndicatedCacheSerializer(.jpeg, compressionQuality: compressionQuality)
    }

    /// The format.
    public let imageFormat: ImageFormat
    /// Picture quality of a lossy format, 0...1; what lies outside counts as the nearer end.
    public let compressionQuality: CGFloat
    /// Whether a format that can is written without loss.
    public let isLossless: Bool

    /// Makes a serializer for any format that has an encoder in the pipeline.
    public init(_ imageFormat: ImageFormat, compressionQuality: CGFloat = 1, isLossless: Bool = false) {
        self.imageFormat = imageFormat
        self.compressionQuality = compressionQuality
        self.isLossless = isLossless
    }

    /// The image in the format, or else as `DefaultCacheSerializer` has it.
    /// - Throws: `PluginError`, for example when no encoder keeps what the image has.
    public func data(with image: Image, original: Data?, context: SerializationContext) throws -> Data? {
        if let original, !context.isProcessed, ImageFormat(sniffing: original) == imageFormat {
            return original
        }
        guard let encoder = context.codecs.encoder(for: imageFormat), encoder.keeps(image) else {
            let other = DefaultCacheSerializer(compressionQuality: compressionQuality)
            return try other.data(with: image, original: original, context: context)
        }
        let options = EncodingOptions(
            cachingAt: compressionQuality, isLossless: isLossless)
        return try context.codecs.encode(image, as: imageFormat, options: options)
    }
}

public import Foundation

/// Stores unprocessed images as the bytes received, and processed ones in a format that can hold them.
public struct DefaultCacheSerializer: CacheSerializer, Hashable {
    /// The serializer used unless another is chosen.
    public static let `default` = DefaultCacheSerializer()

    /// Picture quality of lossy formats, 0...1; what lies outside counts as the nearer end.
    public var compressionQuality: CGFloat
    /// Whether the source's bytes are stored for processed images too; the processor then runs after each read.
    public var preferCacheOriginalData: Bool

    /// Makes a serializer.
    public init(compressionQuality: CGFloat = 1, preferCacheOriginalData: Bool = false) {
        self.compressionQuality = compressionQuality
        self.preferCacheOriginalData = preferCacheOriginalData
    }

    /// As `preferCacheOriginalData`.
    public var originalDataUsed: Bool { preferCacheOriginalData }

    /// The bytes received where nothing was changed, else the image in the format it came in, if that has an encoder
    /// and keeps alpha, animation and colours; else a format that does, without loss: PNG for a still image.
    /// - Throws: `PluginError`, for example when neither format has an encoder.
    public func data(with image: Image, original: Data?, context: SerializationContext) throws -> Data? {
        if let original, preferCacheOriginalData || !context.isProcessed { return original }
        let (format, isLossless) = choice(for: image, codecs: context.codecs)
        return try context.codecs.encode(
            image, as: format,
            options: EncodingOptions(cachingAt: compressionQuality, isLossless: isLossless))
    }

    /// The image's own format where that keeps what the image has, else the first one that does.
    private func choice(for image: Image, codecs: ImageCodecs) -> (format: ImageFormat, isLossless: Bool) {
        // A processor makes colours that a GIF's tables of 256 have no room for.
        if let format = image.metadata.format, format != .gif, let encoder = codecs.encoder(for: format),
            encoder.keeps(image)
        {
            return (format, false)
        }
        guard image.isAnimated else { return (.png, true) }
        let others = codecs.encoders.filter { $0.keeps(image) }
        return ((others.first { $0.format != .gif } ?? others.first)?.format ?? .png, true)
    }
}

extension ImageEncoder {
    /// Whether alpha and animation, where the image has them, are kept.
    func keeps(_ image: Image) -> Bool {
        (supportsAlpha || !image.hasAlpha) && (supportsAnimation || !image.isAnimated)
    }
}

extension EncodingOptions {
    /// What is written into caches.
    /// - Parameter quality: 0...1; what lies outside counts as the nearer end.
    init(cachingAt quality: CGFloat, isLossless: Bool) {
        // An image carries EXIF and XMP only where the load asked for them, and then they belong to what is cached.
        self.init(
            quality: Int((min(max(0, quality), 1) * 100).rounded()), isLossless: isLossless,
            embedsMetadata: true)
    }
}

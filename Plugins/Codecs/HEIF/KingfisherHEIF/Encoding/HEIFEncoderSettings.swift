internal import CHEIF
internal import KingfisherCore

/// What libheif's encoders are told.
struct HEIFEncoderSettings {
    let compression: heif_compression_format
    let isLossless: Bool
    let quality: Int
    /// Further settings by the names that the encoder has for them.
    let parameters: [(name: String, value: String)]

    /// Threads an encoder may use; several images may be encoded at the same time.
    private static let threads = 2
    /// From slowest to fastest.
    private static let presets = [
        "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow",
        "placebo",
    ]

    init(format: ImageFormat, options: EncodingOptions) {
        isLossless = options.isLossless
        quality = options.quality ?? HEIFEncoder.usualQuality
        let chroma = isLossless || quality >= 90 ? "444" : "420"
        if format == .avif {
            compression = heif_compression_AV1
            parameters = [
                ("chroma", chroma), ("threads", "\(Self.threads)"), ("speed", "\(9 - (options.effort ?? 3))"),
            ]
        } else {
            compression = heif_compression_HEVC
            parameters = [
                ("chroma", chroma), ("preset", Self.presets[options.effort ?? 4]),
                ("x265:pools", "\(Self.threads)"), ("x265:frame-threads", "1"),
            ]
        }
    }

    /// Tells an encoder.
    func apply(to encoder: OpaquePointer) throws(PluginError) {
        try HEIFFailure.checkWriting(heif_encoder_set_lossy_quality(encoder, Int32(quality)))
        try HEIFFailure.checkWriting(heif_encoder_set_lossless(encoder, isLossless ? 1 : 0))
        for parameter in parameters {
            try HEIFFailure.checkWriting(
                heif_encoder_set_parameter(encoder, parameter.name, parameter.value))
        }
    }
}

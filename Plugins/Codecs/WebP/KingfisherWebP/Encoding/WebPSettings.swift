internal import CWebP
internal import KingfisherCore

/// What the library is told of an encode.
struct WebPSettings {
    /// The library's own form.
    private(set) var config = WebPConfig()
    /// Whether a smaller file is worth trying everything.
    let minimizesSize: Bool

    var isLossless: Bool { config.lossless != 0 }

    /// - Throws: `PluginError` with `.encodingFailed` where the system's library is of another version.
    init(_ encoder: WebPEncoder, _ options: EncodingOptions) throws(PluginError) {
        minimizesSize = options.effort == 9
        guard WebPConfigInit(&config) != 0 else {
            throw CodecFailure.webp.encoding(
                "the libwebp of this system is another version than the one built with",
                advice: "Build again.")
        }
        if options.isLossless || encoder.nearLossless != nil {
            config.lossless = 1
            if let effort = options.effort { _ = WebPConfigLosslessPreset(&config, Int32(effort)) }
            if options.isLossless {
                config.exact = 1
            } else {
                config.near_lossless = Int32(encoder.nearLossless ?? 100)
            }
        } else {
            config.quality = Float(options.quality ?? WebPEncoder.usualQuality)
            // Methods go from 0 to 6.
            if let effort = options.effort { config.method = Int32((effort * 6 + 4) / 9) }
            config.alpha_quality = Int32(encoder.alphaQuality)
        }
    }
}

import KingfisherCore

/// Converts an image to sRGB, which leaves it without a profile.
///
/// Where no plugin converts colours, an image in another space is refused rather than shown in wrong colours.
struct ColorProcessor: ImageProcessor {
    /// Whether the profile is to go even where it names sRGB and nothing can convert.
    let drops: Bool

    var identifier: String { drops ? "kf.strip" : "kf.srgb" }

    func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
        var image = try item.image(options: options)
        if let converter = options.codecs.colorConverter, !image.metadata.isInPlainSRGB {
            return try converter.converted(image, to: nil)
        }
        guard image.metadata.isInPlainSRGB || image.metadata.namesSRGB else {
            let space = image.metadata.iccProfile?.description ?? "a space that is not sRGB"
            throw PluginError(
                .unsupportedFeature, pluginID: "kf",
                message: "The image is in the colours of \(space), and this kf has no plugin that converts "
                    + "them to sRGB. Leave out \(drops ? "--strip, which would falsify them" : "--srgb").")
        }
        if drops { image.metadata.iccProfile = nil }
        return image
    }
}

extension ImageMetadata {
    /// Whether pixels are in sRGB for want of anything that says otherwise.
    fileprivate var isInPlainSRGB: Bool { iccProfile == nil && colorCodePoints?.isSRGB ?? true }

    /// Whether the profile calls itself sRGB.
    fileprivate var namesSRGB: Bool { iccProfile?.description?.hasPrefix("sRGB") ?? false }
}

public import KingfisherCore

/// Converts an image to sRGB, and drops its colour profile, which then says nothing more.
///
/// Works by the colour converter of the load's codecs, which a plugin brings. An image that is sRGB already
/// (`Image.isSRGB`) keeps its pixels, and needs no converter. Of an animation every frame is converted.
public struct SRGBImageProcessor: ImageProcessor {
    /// Always the same: there is nothing to set.
    public let identifier = "com.onevcat.Kingfisher.SRGBImageProcessor"

    /// Makes the processor.
    public init() {}

    /// Makes the image.
    /// - Throws: `PluginError` with `.unsupportedFeature` for an image in another space where no plugin converts colours;
    ///   what decoding and converting throw; or `CancellationError`.
    public func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
        var image = try item.image(options: options)
        if let converter = options.codecs.colorConverter {
            return try converter.converted(image, to: nil)
        }
        guard image.isSRGB else {
            throw PluginError(
                .unsupportedFeature, pluginID: "processing",
                message: "The image is not in sRGB, and no registered plugin converts colours. "
                    + "Add `ColorPlugin()` of the product KingfisherColor to the plugins.")
        }
        image.metadata.iccProfile = nil
        image.metadata.colorCodePoints = nil
        return image
    }
}

public import KingfisherCore

/// Lays a colour over an image, transparent parts included; see `PixelBuffer.tinted` for the formula.
public struct TintImageProcessor: InPlaceImageProcessor {
    /// The colour; its opacity is the strength of the tint.
    public let tint: RGBAColor
    /// Names the colour.
    public let identifier: String

    /// Makes a processor.
    public init(tint: RGBAColor) {
        self.tint = tint
        identifier = "com.onevcat.Kingfisher.TintImageProcessor(\(tint.identifier))"
    }

    /// Changes the image; the result may be premultiplied.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    public func process(_ image: consuming Image, options: KingfisherParsedOptionsInfo) throws -> Image? {
        try (consume image).changingPixels { pixels in try (consume pixels).tinted(with: tint) }
    }
}

public import KingfisherCore

/// Lays an image on an opaque colour, which leaves it without an alpha channel.
///
/// Each channel becomes `colour * alpha + background * (1 - alpha)`, rounded to the nearest sample. Gray pixels stay gray on a
/// gray background. An image without alpha stays as it is.
public struct FlattenProcessor: InPlaceImageProcessor {
    /// What shows through.
    public let background: RGBColor
    /// Names the colour.
    public let identifier: String

    /// Makes a processor.
    public init(background: RGBColor = .white) {
        self.background = background
        identifier =
            "com.onevcat.Kingfisher.FlattenProcessor(\(background.red),\(background.green),\(background.blue))"
    }

    /// Changes the image.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    public func process(_ image: consuming Image, options: KingfisherParsedOptionsInfo) throws -> Image? {
        try (consume image).changingPixels { pixels in try (consume pixels).flattened(on: background) }
    }
}

public import Foundation
public import KingfisherCore

/// Blurs an image by a Gaussian; see `PixelBuffer.blurred`.
public struct BlurImageProcessor: InPlaceImageProcessor {
    /// The Gaussian's standard deviation in points, that is, pixels unless the load's `scaleFactor` says otherwise.
    public let blurRadius: CGFloat
    /// Names the radius.
    public let identifier: String

    /// Makes a processor.
    /// - Parameter blurRadius: At least 0, and at most 10,000 pixels; another one fails when an image is processed.
    public init(blurRadius: CGFloat) {
        self.blurRadius = blurRadius
        identifier = "com.onevcat.Kingfisher.BlurImageProcessor(\(NumberFormat.short(blurRadius)))"
    }

    /// Blurs the image; the result may be premultiplied.
    /// - Throws: `PluginError` with `.invalidValue` for a radius that cannot be, or `.outOfMemory`; or
    ///   `CancellationError`.
    public func process(_ image: consuming Image, options: KingfisherParsedOptionsInfo) throws -> Image? {
        let radius = Double(blurRadius * options.scaleFactor)
        return try (consume image).changingPixels { pixels in try (consume pixels).blurred(radius: radius) }
    }
}

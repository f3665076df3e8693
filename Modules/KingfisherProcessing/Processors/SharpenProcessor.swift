public import Foundation
public import KingfisherCore

/// Makes the details of an image stronger, by an unsharp mask; see `PixelBuffer.sharpened`.
public struct SharpenProcessor: InPlaceImageProcessor {
    /// How much stronger details become; 0 changes nothing.
    public let amount: Double
    /// About the size of the details in points, that is, pixels unless the load's `scaleFactor` says otherwise.
    public let radius: CGFloat
    /// Names both.
    public let identifier: String

    /// Makes a processor.
    /// - Parameters:
    ///   - amount: How much stronger details become, 0 to 1000; another one fails when an image is processed.
    ///   - radius: The standard deviation of the Gaussian that tells details from the rest, up to 10,000 pixels.
    public init(amount: Double, radius: CGFloat = 1) {
        self.amount = amount
        self.radius = radius
        identifier =
            "com.onevcat.Kingfisher.SharpenProcessor(\(NumberFormat.short(CGFloat(amount)))_\(NumberFormat.short(radius)))"
    }

    /// Sharpens the image; the result may be premultiplied.
    /// - Throws: `PluginError` with `.invalidValue` for an amount or radius that cannot be, or `.outOfMemory`; or
    ///   `CancellationError`.
    public func process(_ image: consuming Image, options: KingfisherParsedOptionsInfo) throws -> Image? {
        let radius = Double(radius * options.scaleFactor)
        return try (consume image).changingPixels { pixels in
            try (consume pixels).sharpened(radius: radius, amount: amount)
        }
    }
}

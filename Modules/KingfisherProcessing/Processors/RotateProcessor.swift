import Foundation
public import KingfisherCore

/// Turns an image clockwise, on a canvas that all of it fits on; see `PixelBuffer.rotated`.
public struct RotateProcessor: InPlaceImageProcessor {
    /// The angle; what is below 0 turns counterclockwise.
    public let degrees: Double
    /// What shows in the corners.
    public let background: RGBAColor
    /// Names the angle, and the background where it is not clear.
    public let identifier: String

    /// Makes a processor; an angle that is not finite fails when an image is processed.
    public init(degrees: Double, background: RGBAColor = .clear) {
        self.degrees = degrees
        self.background = background
        let backgroundText = background == .clear ? "" : "_\(background.identifier)"
        identifier =
            "com.onevcat.Kingfisher.RotateProcessor(\(NumberFormat.short(degrees))\(backgroundText))"
    }

    /// Turns the image; the result may be premultiplied.
    /// - Throws: `PluginError` with `.invalidValue` for an angle that is not finite, or `.outOfMemory`; or
    ///   `CancellationError`.
    public func process(_ image: consuming Image, options: KingfisherParsedOptionsInfo) throws -> Image? {
        try (consume image).changingPixels { try $0.rotated(degrees: degrees, background: background) }
    }
}

public import Foundation
public import KingfisherCore

/// Lays an image on a colour by a Porter-Duff operator; see `PixelBuffer.composited` for the result.
///
/// Without a background colour the image is laid on nothing.
public struct CompositingImageProcessor: InPlaceImageProcessor {
    /// How the image is laid on the background.
    public let compositingOperation: CompositingOperation
    /// Multiplies the image's opacity, 0...1.
    public let alpha: CGFloat
    /// What the image is laid on; nil is nothing.
    public let backgroundColor: RGBAColor?
    /// Names the operator, the opacity and the colour.
    public let identifier: String

    /// Makes a processor; the opacity is brought into 0...1, and what is not a number becomes 0.
    public init(
        compositingOperation: CompositingOperation, alpha: CGFloat = 1, backgroundColor: RGBAColor? = nil
    ) {
        self.compositingOperation = compositingOperation
        self.alpha = alpha.fraction
        self.backgroundColor = backgroundColor
        let color = backgroundColor.map { "_(\($0.identifier))" } ?? ""
        let settings = "\(compositingOperation.rawValue),\(NumberFormat.short(self.alpha))"
        identifier = "com.onevcat.Kingfisher.CompositingImageProcessor(\(settings))\(color)"
    }

    /// Changes the image; the result may be premultiplied.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    public func process(_ image: consuming Image, options: KingfisherParsedOptionsInfo) throws -> Image? {
        try (consume image).changingPixels { pixels in
            try (consume pixels).composited(
                on: backgroundColor ?? .clear, operation: compositingOperation, opacity: alpha)
        }
    }
}

public import Foundation
public import KingfisherCore

/// Lays an image on a colour by a blend mode; see `PixelBuffer.blended` for the result.
///
/// Without a background colour the image gets the opacity and nothing else.
public struct BlendImageProcessor: InPlaceImageProcessor {
    /// How the image's colours and the background mix.
    public let blendMode: BlendMode
    /// Multiplies the image's opacity, 0...1.
    public let alpha: CGFloat
    /// What the image is laid on; nil is nothing.
    public let backgroundColor: RGBAColor?
    /// Names the mode, the opacity and the colour.
    public let identifier: String

    /// Makes a processor; the opacity is brought into 0...1, and what is not a number becomes 0.
    public init(blendMode: BlendMode, alpha: CGFloat = 1, backgroundColor: RGBAColor? = nil) {
        self.blendMode = blendMode
        self.alpha = alpha.fraction
        self.backgroundColor = backgroundColor
        let color = backgroundColor.map { "_(\($0.identifier))" } ?? ""
        identifier =
            "com.onevcat.Kingfisher.BlendImageProcessor(\(blendMode.rawValue),\(NumberFormat.short(self.alpha)))\(color)"
    }

    /// Changes the image; the result may be premultiplied.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    public func process(_ image: consuming Image, options: KingfisherParsedOptionsInfo) throws -> Image? {
        try (consume image).changingPixels { pixels in
            try (consume pixels).blended(on: backgroundColor ?? .clear, mode: blendMode, opacity: alpha)
        }
    }
}

extension CGFloat {
    /// The value in 0...1; what is not a number is 0.
    var fraction: CGFloat { isNaN ? 0 : Swift.min(Swift.max(self, 0), 1) }
}

public import Foundation
public import KingfisherCore

/// Lays a colour over what is visible of an image; transparent parts stay transparent.
///
/// Each channel becomes `pixel * (1 - strength) + colour * strength` within half a step, where the strength is the colour's
/// opacity times `1 - fraction`; alpha stays. Gray pixels become RGB unless the colour is gray.
public struct OverlayImageProcessor: InPlaceImageProcessor {
    /// The colour.
    public let overlay: RGBAColor
    /// How much of the image shows through: 0 is the colour alone, 1 the image alone.
    public let fraction: CGFloat
    /// Names the colour and the fraction.
    public let identifier: String

    /// Makes a processor; the fraction is brought into 0...1, and what is not a number becomes 0.
    public init(overlay: RGBAColor, fraction: CGFloat = 0.5) {
        self.overlay = overlay
        self.fraction = fraction.fraction
        identifier =
            "com.onevcat.Kingfisher.OverlayImageProcessor((\(overlay.identifier))_\(NumberFormat.short(self.fraction)))"
    }

    /// Changes the image; alpha is straight in the result.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    public func process(_ image: consuming Image, options: KingfisherParsedOptionsInfo) throws -> Image? {
        let strength = overlay.alpha * (1 - Double(fraction))
        return try (consume image).changingPixels { pixels in
            let pixels = try (consume pixels).withChannels(color: !overlay.isGray, alpha: false).straight()
            let layout = pixels.layout
            let (colors, alphas) = (layout.channels.hasColor ? 3 : 1, layout.channels.hasAlpha ? 1 : 0)
            let channels = [overlay.red, overlay.green, overlay.blue].prefix(colors)
            let mix = ChannelMix(
                factors: channels.map { _ in 1 - strength } + Array(repeating: 1, count: alphas),
                terms: channels.map { $0 * strength } + Array(repeating: 0, count: alphas), for: layout)
            return try (consume pixels).changed(by: mix)
        }
    }
}

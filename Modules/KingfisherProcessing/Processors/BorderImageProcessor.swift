public import Foundation
public import KingfisherCore

/// A line along the edges of an image, inside it.
public struct Border: Hashable, Sendable {
    /// The colour of the line.
    public var color: RGBAColor
    /// The width in points, which are pixels unless the load has a `scaleFactor`.
    public var lineWidth: CGFloat
    /// The radius of the line's outer edge, so that it follows an image rounded by the same radius.
    public var radius: Radius
    /// Which corners are round.
    public var roundingCorners: RectCorner

    /// Makes a border.
    public init(
        color: RGBAColor = .black, lineWidth: CGFloat = 4, radius: Radius = .point(0),
        roundingCorners: RectCorner = .all
    ) {
        self.color = color
        self.lineWidth = lineWidth
        self.radius = radius
        self.roundingCorners = roundingCorners
    }
}

/// Draws a border over the edges of an image, whose size stays.
///
/// Pixels that the line covers in part get exactly that share of its colour.
public struct BorderImageProcessor: InPlaceImageProcessor {
    private static let name = "BorderImageProcessor"

    /// The line.
    public let border: Border
    /// Names the colour, the width, the radius and the corners where they are not all.
    public let identifier: String

    /// Makes a processor; a width or a radius below 0 fails when an image is processed.
    public init(border: Border) {
        self.border = border
        let shape = border.radius.identifier + border.roundingCorners.identifier
        identifier =
            "com.onevcat.Kingfisher.\(Self.name)((\(border.color.identifier))_\(NumberFormat.short(border.lineWidth))_\(shape))"
    }

    /// Changes the image; the result may be premultiplied.
    /// - Throws: `PluginError` with `.invalidValue` for a width or a radius that cannot be, `.outOfMemory`, or
    ///   `CancellationError`.
    public func process(_ image: consuming Image, options: KingfisherParsedOptionsInfo) throws -> Image? {
        let (width, height) = (image.width, image.height)
        let lineWidth = Double(border.lineWidth * options.scaleFactor)
        guard lineWidth.isFinite, lineWidth >= 0 else {
            throw PluginError(
                .invalidValue, pluginID: "processing",
                message: "\(Self.name) cannot draw a line \(NumberFormat.short(border.lineWidth)) wide; "
                    + "give a width from 0.")
        }
        let outer = RoundedRectangle(
            left: 0, top: 0, right: Double(width), bottom: Double(height),
            radius: try border.radius.pixels(
                width: width, height: height, scale: options.scaleFactor, owner: Self.name),
            corners: border.roundingCorners)
        // Wider than half the image, the line leaves nothing inside.
        let inner = outer.inset(by: min(lineWidth, Double(min(width, height)) / 2))
        return try (consume image).changingPixels { pixels in
            try (consume pixels).filled(with: border.color, from: outer, to: inner)
        }
    }
}

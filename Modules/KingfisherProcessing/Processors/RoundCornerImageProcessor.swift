public import Foundation
public import KingfisherCore

/// Rounds the corners of an image; what is cut off becomes transparent, or the background colour.
///
/// Pixels on the edge get exactly the share of opacity that lies inside the circle. A radius larger than half the shorter side
/// counts as that half. `process` makes a still image of an animation's first frame; a load has every frame processed.
public struct RoundCornerImageProcessor: ImageProcessor {
    private static let name = "RoundCornerImageProcessor"

    /// The radius of the corners.
    public let radius: Radius
    /// Which corners are rounded.
    public let roundingCorners: RectCorner
    /// The size the image is stretched to before, in points; nil is its own.
    public let targetSize: CGSize?
    /// What the rounded image is laid on; nil is nothing.
    public let backgroundColor: RGBAColor?
    /// Names the radius, the size, the corners where they are not all, and the colour.
    public let identifier: String

    /// Makes a processor.
    ///
    /// - Parameters:
    ///   - radius: From 0; another one fails when an image is processed.
    ///   - targetSize: Both sides above 0; another size fails when an image is processed.
    ///   - corners: Which corners are rounded.
    ///   - backgroundColor: What the rounded image is laid on.
    public init(
        radius: Radius, targetSize: CGSize? = nil, roundingCorners corners: RectCorner = .all,
        backgroundColor: RGBAColor? = nil
    ) {
        self.radius = radius
        self.targetSize = targetSize
        roundingCorners = corners
        self.backgroundColor = backgroundColor
        let size = targetSize.map { "_\(NumberFormat.size($0))" } ?? ""
        let color = backgroundColor.map { "_(\($0.identifier))" } ?? ""
        identifier =
            "com.onevcat.Kingfisher.\(Self.name)(\(radius.identifier)\(size)\(corners.identifier))\(color)"
    }

    /// Makes a processor of a radius in points.
    public init(
        cornerRadius: CGFloat, targetSize: CGSize? = nil, roundingCorners corners: RectCorner = .all,
        backgroundColor: RGBAColor? = nil
    ) {
        self.init(
            radius: .point(cornerRadius), targetSize: targetSize, roundingCorners: corners,
            backgroundColor: backgroundColor)
    }

    /// Makes the image; the result may be premultiplied.
    /// - Throws: `PluginError` with `.invalidValue` for a radius, or `.invalidSize` for a size that cannot be, or what decoding
    ///   throws; or `CancellationError`.
    public func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
        let image: Image
        if let targetSize {
            let resizing = ImageResizing(
                owner: Self.name, goal: .box(targetSize, .none), upscales: true, resampling: .lanczos3)
            image = try resizing.image(of: item, options: options)
        } else {
            image = try item.image(options: options)
        }
        return try rounded(image, scale: options.scaleFactor)
    }

    private func rounded(_ image: consuming Image, scale: CGFloat) throws -> Image {
        let (width, height) = (image.width, image.height)
        let shape = RoundedRectangle(
            left: 0, top: 0, right: Double(width), bottom: Double(height),
            radius: try radius.pixels(width: width, height: height, scale: scale, owner: Self.name),
            corners: roundingCorners)
        var result = try (consume image).changingPixels { pixels in
            let clipped = try (consume pixels).clipped(to: shape)
            guard let backgroundColor else { return clipped }
            return try (consume clipped).composited(on: backgroundColor, operation: .sourceOver)
        }
        result.scale = scale
        return result
    }
}

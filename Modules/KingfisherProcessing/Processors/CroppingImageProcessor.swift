public import Foundation
public import KingfisherCore

/// Cuts a part out of an image.
///
/// The size is in points, that is, pixels unless the load's `scaleFactor` says otherwise; the result has that scale.
/// Pixels are copied, not resampled. `process` makes a still image of an animation's first frame; a load has every frame
/// processed.
public struct CroppingImageProcessor: ImageProcessor {
    private static let name = "CroppingImageProcessor"

    /// The size of the part.
    public let size: CGSize
    /// The point that the part and the image have in common, in fractions of their sides, 0...1.
    public let anchor: CGPoint
    /// Names the size and the anchor.
    public let identifier: String

    /// Makes a processor.
    ///
    /// - Parameters:
    ///   - size: The size of the part, both sides above 0; another size fails when an image is processed. What is
    ///     larger than the image counts as the image's side.
    ///   - anchor: Which point of the part lies on the same point of the image, in fractions of their sides: (0, 0)
    ///     is the top left part, (0.5, 0.5) the middle one. Brought into 0...1.
    public init(size: CGSize, anchor: CGPoint = CGPoint(x: 0.5, y: 0.5)) {
        self.size = size
        self.anchor = CGPoint(x: Self.fraction(anchor.x), y: Self.fraction(anchor.y))
        let anchorText = "\(NumberFormat.short(self.anchor.x)),\(NumberFormat.short(self.anchor.y))"
        identifier = "com.onevcat.Kingfisher.\(Self.name)(\(NumberFormat.size(size))_\(anchorText))"
    }

    /// Makes the image.
    /// - Throws: `PluginError` with `.invalidSize` for a size or anchor that no part can have, or what decoding
    ///   throws; or `CancellationError`.
    public func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
        let width = try SizeMaths.pixels(size.width, scale: options.scaleFactor, owner: Self.name)
        let height = try SizeMaths.pixels(size.height, scale: options.scaleFactor, owner: Self.name)
        guard !anchor.x.isNaN, !anchor.y.isNaN else {
            throw PluginError(
                .invalidSize, pluginID: "processing",
                message: "\(Self.name) has an anchor that is not a number; give fractions from 0 to 1.")
        }
        var options = options
        options.onlyLoadFirstFrame = true
        var image = try item.image(options: options)
        let part = SizeMaths.part(
            (width, height), of: PixelSize(width: image.width, height: image.height), anchor: anchor)
        image = image.replacingPixels(
            try image.pixels.cropped(
                x: part.x, y: part.y, width: part.size.width, height: part.size.height))
        image.scale = options.scaleFactor
        return image
    }

    private static func fraction(_ value: CGFloat) -> CGFloat {
        value.isNaN ? value : min(max(value, 0), 1)
    }
}

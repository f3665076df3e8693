public import Foundation
public import KingfisherCore

/// Lays a picture over an image, once or as tiles.
///
/// The watermark's pixels are used as they are, whatever its `scale`; where it is larger than the image it is shrunk, keeping its
/// shape, until it fits. Tiles are not shrunk, and cut off at the edges.
public struct WatermarkProcessor: InPlaceImageProcessor {
    /// The picture; of an animation its first frame.
    public let watermark: Image
    /// Which point of the watermark lies on the same point of the image, in fractions of their sides, 0...1.
    public let anchor: CGPoint
    /// Multiplies the watermark's opacity, 0...1.
    public let opacity: CGFloat
    /// Whether the watermark is repeated in all directions.
    public let isTiled: Bool
    /// Names the watermark by a number made of its pixels, and where and how it is laid.
    public let identifier: String

    /// Makes a processor; reads all pixels of the watermark once, to name them.
    ///
    /// - Parameters:
    ///   - watermark: The picture, in the colour space of the images it will be laid on.
    ///   - anchor: Brought into 0...1, and what is not a number becomes 0: (0, 0) is top left, (1, 1) bottom right.
    ///   - opacity: Brought into 0...1, and what is not a number becomes 0.
    ///   - isTiled: Whether the watermark is repeated in all directions, starting at the anchor.
    public init(
        watermark: Image, anchor: CGPoint = CGPoint(x: 1, y: 1), opacity: CGFloat = 1, isTiled: Bool = false
    ) {
        self.watermark = watermark
        self.anchor = CGPoint(x: anchor.x.fraction, y: anchor.y.fraction)
        self.opacity = opacity.fraction
        self.isTiled = isTiled
        let place = [self.anchor.x, self.anchor.y, self.opacity].map(NumberFormat.short).joined(
            separator: ",")
        let name = String(watermark.pixels.fingerprint, radix: 16)
        identifier = "com.onevcat.Kingfisher.WatermarkProcessor(\(name)_\(place)\(isTiled ? "_tiled" : ""))"
    }

    /// Changes the image; the result may be premultiplied.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    public func process(_ image: consuming Image, options: KingfisherParsedOptionsInfo) throws -> Image? {
        let (width, height) = (image.width, image.height)
        let top = isTiled ? watermark.pixels : try fitted(width: width, height: height)
        let x = ((Double(width) - Double(top.width)) * Double(anchor.x)).rounded()
        let y = ((Double(height) - Double(top.height)) * Double(anchor.y)).rounded()
        return try (consume image).changingPixels { pixels in
            try (consume pixels).overlaid(
                by: top, x: Int(x), y: Int(y), opacity: Double(opacity), isTiled: isTiled)
        }
    }

    /// The watermark no larger than the image.
    private func fitted(width: Int, height: Int) throws -> PixelBuffer {
        let size = SizeMaths.fitted(
            PixelSize(width: watermark.width, height: watermark.height),
            in: (Double(width), Double(height)), mode: .aspectFit, upscales: false)
        return try watermark.pixels.resized(width: size.width, height: size.height)
    }
}

public import Foundation
public import KingfisherCore

extension Image {
    /// What this library makes of an image, outside a load.
    public var kf: KingfisherWrapper<Image> { KingfisherWrapper(self) }
}

/// Each is a processor, applied at once, on the thread that calls: lengths are points of the image's own scale, which it keeps. Of an
/// animation every frame is processed when it is asked for. Errors are those of the processor.
extension KingfisherWrapper<Image> {
    /// The image that a processor makes of this one.
    /// - Throws: What the processor throws, or `PluginError` with `.noImage` where it makes none.
    public func processed(by processor: any ImageProcessor) throws -> Image {
        let options = KingfisherParsedOptionsInfo([.scaleFactor(base.scale)])
        guard let image = try processor.image(of: .image(base), options: options) else {
            throw PluginError(
                .noImage, pluginID: "processing",
                message: "The processor \(processor.identifier) makes no image of this one.")
        }
        return image
    }

    /// Resampled to a size; see `ResizingImageProcessor`.
    public func resize(to size: CGSize, for contentMode: ContentMode = .none) throws -> Image {
        try processed(by: ResizingImageProcessor(referenceSize: size, mode: contentMode))
    }

    /// A part; see `CroppingImageProcessor`.
    public func crop(to size: CGSize, anchorOn anchor: CGPoint) throws -> Image {
        try processed(by: CroppingImageProcessor(size: size, anchor: anchor))
    }

    /// With round corners; see `RoundCornerImageProcessor`.
    public func image(
        withRadius radius: Radius, fit size: CGSize? = nil, roundingCorners corners: RectCorner = .all,
        backgroundColor: RGBAColor? = nil
    ) throws -> Image {
        try processed(
            by: RoundCornerImageProcessor(
                radius: radius, targetSize: size, roundingCorners: corners, backgroundColor: backgroundColor))
    }

    /// Under a border; see `BorderImageProcessor`.
    public func addingBorder(_ border: Border) throws -> Image {
        try processed(by: BorderImageProcessor(border: border))
    }

    /// Blurred; see `BlurImageProcessor`.
    public func blurred(withRadius radius: CGFloat) throws -> Image {
        try processed(by: BlurImageProcessor(blurRadius: radius))
    }

    /// Under a colour where it is visible; see `OverlayImageProcessor`.
    public func overlaying(with color: RGBAColor, fraction: CGFloat) throws -> Image {
        try processed(by: OverlayImageProcessor(overlay: color, fraction: fraction))
    }

    /// Under a colour all over; see `TintImageProcessor`.
    public func tinted(with color: RGBAColor) throws -> Image {
        try processed(by: TintImageProcessor(tint: color))
    }
}

extension PluginError.Code {
    /// A processor returned nothing.
    public static let noImage = Self(rawValue: "noImage")
}

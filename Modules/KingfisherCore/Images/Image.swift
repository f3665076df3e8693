public import Foundation

/// The name shared code uses for the image type.
public typealias KFCrossPlatformImage = Image

/// A decoded image: upright pixels, how densely they are shown, and what came with them.
///
/// A value of shared, immutable parts: copying it copies no pixels.
public struct Image: Sendable {
    /// The pixels; of an animated image, those of its first frame.
    public var pixels: PixelBuffer
    /// The animation, where there is one. Holds encoded bytes rather than all frames.
    public var frames: (any FrameSource)?
    /// Pixels per point: positive and finite; what is not becomes 1.
    public var scale: CGFloat {
        didSet { scale = Self.usable(scale) }
    }
    /// What came with the pixels in the file.
    public var metadata: ImageMetadata
    /// Whether the encoded bytes ended early and only a part is right. Partial images are never cached.
    public var isPartial: Bool

    /// Makes an image.
    public init(
        pixels: PixelBuffer, frames: (any FrameSource)? = nil, scale: CGFloat = 1,
        metadata: ImageMetadata = ImageMetadata(), isPartial: Bool = false
    ) {
        self.pixels = pixels
        self.frames = frames
        self.scale = Self.usable(scale)
        self.metadata = metadata
        self.isPartial = isPartial
    }

    private static func usable(_ scale: CGFloat) -> CGFloat {
        scale > 0 && scale.isFinite ? scale : 1
    }

    /// Pixels in a row.
    public var width: Int { pixels.width }
    /// Rows of pixels.
    public var height: Int { pixels.height }
    /// The size in points: pixels divided by `scale`.
    public var size: CGSize {
        CGSize(width: CGFloat(width) / scale, height: CGFloat(height) / scale)
    }
    /// Whether any pixel could be transparent.
    public var hasAlpha: Bool { pixels.layout.channels.hasAlpha }

    /// Whether there is more than one frame.
    public var isAnimated: Bool { (frames?.frameCount ?? 1) > 1 }

    /// The same image with other pixels; the animation, which showed the old ones, is dropped.
    public func replacingPixels(_ pixels: PixelBuffer) -> Image {
        Image(pixels: pixels, scale: scale, metadata: metadata, isPartial: isPartial)
    }
}

extension Image: CacheCostCalculable {
    /// Bytes held: the pixels and, of an animation, what its frame source keeps.
    public var cacheCost: Int {
        pixels.layout.byteCount + (frames?.residentByteCount ?? 0)
    }
}

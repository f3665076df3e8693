public import Foundation

/// What a caller wants of a decode.
public struct DecodingOptions: Hashable, Sendable {
    /// What is refused.
    public var limits: DecodingLimits
    /// The size the image will be resampled to, so that a codec may decode smaller; nil for full size.
    public var target: DecodingTarget?
    /// Whether 16-bit samples are kept where the file has more than 8 bits; otherwise they are reduced to 8.
    public var keepsHighDepth: Bool
    /// Whether an animation is decoded as a still image of its first frame.
    public var onlyFirstFrame: Bool
    /// Whether an image that ends early is returned with `isPartial` set, rather than refused.
    public var allowsPartial: Bool
    /// Pixels per point of the result.
    public var scale: CGFloat

    /// Makes options; the defaults are a full-size, complete, 8-bit decode within the standard limits.
    public init(
        limits: DecodingLimits = .standard, target: DecodingTarget? = nil, keepsHighDepth: Bool = false,
        onlyFirstFrame: Bool = false, allowsPartial: Bool = false, scale: CGFloat = 1
    ) {
        self.limits = limits
        self.target = target
        self.keepsHighDepth = keepsHighDepth
        self.onlyFirstFrame = onlyFirstFrame
        self.allowsPartial = allowsPartial
        self.scale = scale
    }
}

/// The size an image will be resampled to after decoding.
///
/// A hint, not a command: the decoder may return any size between the full one and `minimumSize`, of the same shape.
public struct DecodingTarget: Hashable, Sendable {
    /// How the target box and the image relate.
    public enum Mode: Hashable, Sendable {
        /// The whole image will lie within the box.
        case fit
        /// The image will cover the box.
        case fill
    }

    /// The width of the box, in upright pixels, at least 1.
    public var width: Int
    /// The height of the box, in upright pixels, at least 1.
    public var height: Int
    /// How the box and the image relate.
    public var mode: Mode

    /// Makes a target; sizes below 1 count as 1.
    public init(width: Int, height: Int, mode: Mode) {
        self.width = max(width, 1)
        self.height = max(height, 1)
        self.mode = mode
    }

    /// The smallest decoded size that keeps full quality: twice the size the resampling ends at.
    ///
    /// A Lanczos filter that shrinks by two or more hides what a codec's own coarse scaling leaves behind.
    /// - Parameters:
    ///   - width: The full width of the upright image, in pixels.
    ///   - height: The full height of the upright image, in pixels.
    /// - Returns: A size in upright pixels, never above the full one.
    public func minimumSize(forWidth width: Int, height: Int) -> (width: Int, height: Int) {
        let horizontal = Double(self.width) / Double(width)
        let vertical = Double(self.height) / Double(height)
        let factor = mode == .fit ? min(horizontal, vertical) : max(horizontal, vertical)
        let doubled = min(factor * 2, 1)
        return (
            min(Int((Double(width) * doubled).rounded(.up)), width),
            min(Int((Double(height) * doubled).rounded(.up)), height)
        )
    }
}

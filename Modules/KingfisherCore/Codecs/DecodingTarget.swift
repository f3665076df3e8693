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

public import Foundation

/// What a caller wants of a decode.
public struct DecodingOptions: Sendable {
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
    /// Whether EXIF and XMP are carried along in the image's metadata.
    public var keepsMetadata: Bool
    /// Pixels per point of the result.
    public var scale: CGFloat
    /// Converts inks by their profile; nil where each ink counts as a filter. `ImageCodecs` sets its own.
    public var colorConverter: (any ColorConverter)?

    /// Makes options; the defaults are a full-size, complete, 8-bit decode within the standard limits.
    public init(
        limits: DecodingLimits = .standard, target: DecodingTarget? = nil, keepsHighDepth: Bool = false,
        onlyFirstFrame: Bool = false, allowsPartial: Bool = false, keepsMetadata: Bool = false,
        scale: CGFloat = 1
    ) {
        self.limits = limits
        self.target = target
        self.keepsHighDepth = keepsHighDepth
        self.onlyFirstFrame = onlyFirstFrame
        self.allowsPartial = allowsPartial
        self.keepsMetadata = keepsMetadata
        self.scale = scale
    }
}

/// What a caller wants of an encode, in terms that any format understands.
///
/// An encoder ignores what its format has no use for; what only one format knows is set at its encoder.
public struct EncodingOptions: Hashable, Sendable {
    /// Picture quality of a lossy format, 1 (smallest) to 100; nil for the encoder's usual choice.
    public var quality: Int?
    /// Whether a format that can is written without loss; one that cannot takes its best quality.
    public var isLossless: Bool
    /// How long to try for a smaller file, 0 (fastest) to 9 (smallest); nil for the encoder's usual choice.
    public var effort: Int?
    /// Bits of a sample to write; nil for those of the pixels. A format that has fewer writes its most.
    public var depth: PixelLayout.Depth?
    /// What transparent parts are laid on where the format has no alpha.
    public var background: RGBColor
    /// Whether the colour profile is written into the file.
    public var embedsProfile: Bool
    /// Whether EXIF and XMP are written into the file, where the image carries them.
    public var embedsMetadata: Bool

    /// Makes options; quality is brought into 1...100, effort into 0...9.
    public init(
        quality: Int? = nil, isLossless: Bool = false, effort: Int? = nil, depth: PixelLayout.Depth? = nil,
        background: RGBColor = .white, embedsProfile: Bool = true, embedsMetadata: Bool = false
    ) {
        self.quality = quality.map { min(max($0, 1), 100) }
        self.isLossless = isLossless
        self.effort = effort.map { min(max($0, 0), 9) }
        self.depth = depth
        self.background = background
        self.embedsProfile = embedsProfile
        self.embedsMetadata = embedsMetadata
    }
}

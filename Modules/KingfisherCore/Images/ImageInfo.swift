/// What `ImageDecoder.inspect` learns of an image without decoding its pixels.
public struct ImageInfo: Sendable {
    /// How a file stores colour.
    public enum ColorModel: String, Hashable, Sendable {
        /// Luminance.
        case gray
        /// Red, green, blue, or a luma-chroma transform of them.
        case rgb
        /// Inks, or a luma-chroma transform of them.
        case cmyk
        /// Indices into a palette.
        case indexed
    }

    /// The exact format.
    public var format: ImageFormat
    /// Pixels in a row, after orientation is applied.
    public var width: Int
    /// Rows of pixels, after orientation is applied.
    public var height: Int
    /// The orientation as stored in the file.
    public var orientation: ImageOrientation
    /// Frames of the animation; 1 for a still image.
    public var frameCount: Int
    /// How often the animation plays, 0 meaning for ever; nil for a still image.
    public var loopCount: Int?
    /// How long one pass of the animation takes; nil for a still image.
    public var duration: Duration?
    /// Whether any pixel can be transparent.
    public var hasAlpha: Bool
    /// Bits of a sample as stored, for example 1, 8, 10 or 16; of a palette image, bits of an index.
    public var bitDepth: Int
    /// How the file stores colour.
    public var colorModel: ColorModel
    /// The embedded colour profile, where there is one.
    public var iccProfile: ICCProfile?
    /// The colour space named by numbers, where the file names one.
    public var colorCodePoints: ColorCodePoints?
    /// Whether the file carries EXIF; nil where its header does not tell.
    public var hasEXIF: Bool?
    /// Whether the file carries XMP; nil where its header does not tell.
    public var hasXMP: Bool?

    /// Makes a description of a still image; set what else is known afterwards.
    public init(
        format: ImageFormat, width: Int, height: Int, orientation: ImageOrientation = .up,
        hasAlpha: Bool, bitDepth: Int, colorModel: ColorModel, iccProfile: ICCProfile? = nil
    ) {
        self.format = format
        self.width = width
        self.height = height
        self.orientation = orientation
        self.frameCount = 1
        self.hasAlpha = hasAlpha
        self.bitDepth = bitDepth
        self.colorModel = colorModel
        self.iccProfile = iccProfile
    }
}

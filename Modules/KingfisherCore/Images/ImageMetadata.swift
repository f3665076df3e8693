/// What a file says about its image beyond the pixels.
public struct ImageMetadata: Sendable {
    /// The format the image was decoded from; nil for an image made in memory.
    public var format: ImageFormat?
    /// The colour profile the pixels are in; nil means sRGB.
    public var iccProfile: ICCProfile?
    /// The printing density, where the file states one.
    public var density: PixelDensity?

    /// Makes metadata; everything is optional.
    public init(
        format: ImageFormat? = nil, iccProfile: ICCProfile? = nil, density: PixelDensity? = nil
    ) {
        self.format = format
        self.iccProfile = iccProfile
        self.density = density
    }
}

/// A printing density, in pixels per metre along each upright axis.
public struct PixelDensity: Hashable, Sendable {
    /// Pixels per metre along a row.
    public var horizontal: Double
    /// Pixels per metre down a column.
    public var vertical: Double

    /// Makes a density from pixels per metre.
    public init(horizontal: Double, vertical: Double) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// The density with its axes exchanged, as for an image turned by a quarter.
    public var transposed: PixelDensity {
        PixelDensity(horizontal: vertical, vertical: horizontal)
    }
}

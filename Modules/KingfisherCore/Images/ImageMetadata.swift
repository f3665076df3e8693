public import Foundation

/// What a file says about its image beyond the pixels.
public struct ImageMetadata: Sendable {
    /// The format the image was decoded from; nil for an image made in memory.
    public var format: ImageFormat?
    /// The colour profile the pixels are in; where nil, `colorCodePoints` tell.
    public var iccProfile: ICCProfile?
    /// The colour space of pixels without a profile; nil means sRGB.
    public var colorCodePoints: ColorCodePoints?
    /// The printing density, where the file states one.
    public var density: PixelDensity?
    /// The EXIF block, beginning with its byte-order mark; its orientation is 1, as the pixels are upright. There only
    /// where `DecodingOptions.keepsMetadata` asked for it.
    public var exif: Data?
    /// The XMP packet. There only where `DecodingOptions.keepsMetadata` asked for it.
    public var xmp: Data?

    /// Makes metadata; everything is optional.
    public init(
        format: ImageFormat? = nil, iccProfile: ICCProfile? = nil, colorCodePoints: ColorCodePoints? = nil,
        density: PixelDensity? = nil, exif: Data? = nil, xmp: Data? = nil
    ) {
        self.format = format
        self.iccProfile = iccProfile
        self.colorCodePoints = colorCodePoints
        self.density = density
        self.exif = exif
        self.xmp = xmp
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

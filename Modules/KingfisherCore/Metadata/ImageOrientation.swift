public import Foundation

/// How stored pixels have to be turned and mirrored to stand upright.
///
/// The raw value is the number that EXIF (tag 274, `Orientation`) and TIFF use. Pixels are turned upright
/// once, when an image is decoded; an `Image` in memory is always `up`.
///
/// Source: TIFF 6.0, page 36; EXIF 2.32 (CIPA DC-008), section 4.6.4.
public enum ImageOrientation: UInt8, Sendable, Hashable, CaseIterable {
    /// The pixels are stored upright.
    case up = 1
    /// Mirrored left to right.
    case upMirrored = 2
    /// Upside down: turned by 180 degrees.
    case down = 3
    /// Mirrored top to bottom.
    case downMirrored = 4
    /// Mirrored along the diagonal from the top left: rows are columns.
    case leftMirrored = 5
    /// Has to be turned by 90 degrees clockwise to stand upright.
    case right = 6
    /// Mirrored along the diagonal from the top right.
    case rightMirrored = 7
    /// Has to be turned by 90 degrees counterclockwise to stand upright.
    case left = 8

    /// Reads the orientation from an EXIF block, with or without the `Exif` prefix that JPEG puts before it.
    ///
    /// - Returns: nil where the block has no orientation, or none between 1 and 8, or is damaged.
    public init?(exif: RawSpan) {
        guard let orientation = EXIFReader.orientation(in: exif) else { return nil }
        self = orientation
    }

    /// Reads the orientation from an EXIF block, with or without the `Exif` prefix that JPEG puts before it.
    ///
    /// - Returns: nil where the block has no orientation, or none between 1 and 8, or is damaged.
    public init?(exif: Data) {
        self.init(exif: exif.bytes)
    }

    /// Whether the upright image is as wide as the stored one is high.
    public var swapsAxes: Bool {
        switch self {
        case .up, .upMirrored, .down, .downMirrored: false
        case .leftMirrored, .right, .rightMirrored, .left: true
        }
    }

    /// A stored size as it is upright; an upright one as it is stored.
    public func upright(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
        swapsAxes ? (height, width) : (width, height)
    }
}

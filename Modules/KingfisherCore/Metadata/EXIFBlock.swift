public import Foundation

/// EXIF as images in memory carry it.
public enum EXIFBlock {
    /// The block with an orientation of 1, as suits pixels that have been turned upright.
    ///
    /// - Parameter exif: With or without the `Exif` prefix that JPEG puts before it.
    /// - Returns: The block from its byte-order mark on; nil for what is no EXIF block.
    public static func uprighted(_ exif: Data) -> Data? {
        EXIFReader.uprighted(exif)
    }
}

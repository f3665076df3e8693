internal import KingfisherCore

/// How far an image has come whose bytes arrive; of one scan, or of several.
protocol JPEGProgress: AnyObject {
    /// Decodes what has been fed.
    func takeIn(_ reader: borrowing JPEGReader) throws

    /// The pixels so far, where they show enough more than the last ones to be worth their cost.
    /// - Parameter byteCount: The bytes fed so far.
    func partialPixels(_ reader: borrowing JPEGReader, byteCount: Int) throws -> PixelBuffer?

    /// The pixels at the end; nil where bytes are missing or damaged.
    func wholePixels(_ reader: borrowing JPEGReader) throws -> PixelBuffer?
}

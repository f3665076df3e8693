public import Foundation
public import KingfisherCore

/// Encodes PNG with the system's libpng: gray or RGB, with or without alpha, 8 or 16 bits, exactly as given.
///
/// The colour profile is embedded unless the options say otherwise or it describes another kind of colour than the
/// pixels have. Premultiplied alpha is undone, as PNG stores straight alpha.
public struct PNGEncoder: ImageEncoder {
    /// PNG.
    public let format = ImageFormat.png
    /// PNG keeps alpha.
    public let supportsAlpha = true
    /// zlib's compression level, 0 (none, fastest) to 9 (smallest).
    public let compressionLevel: Int

    /// Makes an encoder.
    /// - Parameter compressionLevel: zlib's level, brought into 0...9.
    public init(compressionLevel: Int = 6) {
        self.compressionLevel = min(max(compressionLevel, 0), 9)
    }

    /// Encodes the pixels without loss; of the options only `embedsProfile` plays a part.
    /// - Throws: `PluginError`, or `CancellationError`.
    public func encode(_ image: Image, options: EncodingOptions) throws -> Data {
        let layout = image.pixels.layout
        let profile = options.embedsProfile ? image.metadata.iccProfile : nil
        let writer = try PNGWriter.open(
            layout, profile: profile, density: image.metadata.density, compressionLevel: compressionLevel)
        try image.pixels.withBytes { pixels in
            for band in RowBands(layout) {
                try WorkCancellation.check()
                let (start, count) = (band.lowerBound * layout.bytesPerRow, band.count * layout.bytesPerRow)
                let rows = pixels.extracting(start..<start + count)
                if layout.alphaMode == .premultiplied {
                    let straight = StraightPixels.bytes(of: rows, layout)
                    try writer.write(straight.span.bytes, rowCount: band.count)
                } else {
                    try writer.write(rows, rowCount: band.count)
                }
            }
        }
        return try writer.finish()
    }
}

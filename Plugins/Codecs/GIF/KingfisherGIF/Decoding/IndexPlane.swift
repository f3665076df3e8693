internal import KingfisherCore

/// The colour indices of an image, in the order in which they are stored.
struct IndexPlane: ~Copyable {
    private var canvas: PixelCanvas

    /// - Throws: `PluginError` with `.outOfMemory`, or `.corrupt` for an image without pixels.
    init(_ frame: GIFFrame) throws(PluginError) {
        canvas = try PixelCanvas(PixelLayout(width: frame.width, height: frame.height, channels: .gray))
    }

    /// Lends all pixels.
    mutating func withPixels<Result>(
        _ body: (UnsafeMutableBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result {
        try canvas.withMutableSamples8 { samples in
            try samples.withUnsafeMutableBufferPointer { try body($0) }
        }
    }
}

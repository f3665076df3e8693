internal import Foundation
internal import KingfisherCore

/// Decodes one image of a file, be it the only one or that of a frame.
enum WebPImageReader {
    /// Pixels as stored.
    struct Result {
        let pixels: PixelBuffer
        /// Whether all rows are there; false only where a partial image is allowed.
        let isComplete: Bool
    }

    /// Decodes an image in steps, between which it looks for cancellation.
    /// - Throws: `PluginError`, or `CancellationError`.
    static func read(
        _ image: WebPBitstream, of data: Data, as scale: WebPScale, allowsPartial: Bool = false
    ) throws -> Result {
        var rows = try WebPRows.open(image, scale)
        let step = bytesPerStep(image)
        var position = 0
        while !rows.isComplete, position < image.bytes.count {
            try WorkCancellation.check()
            position = min(position + step, image.bytes.count)
            try rows.read(data, first: position)
        }
        let isComplete = rows.isComplete
        guard isComplete || allowsPartial && rows.count > 0 else {
            throw CodecFailure.webp.truncated("the data end before the last row of pixels")
        }
        return Result(pixels: rows.pixels(), isComplete: isComplete)
    }

    /// About as many bytes as a quarter of a million pixels take, some milliseconds of work.
    ///
    /// A lossless image begins with tables that are read anew with each step until they are complete, hence fewer steps.
    private static func bytesPerStep(_ image: WebPBitstream) -> Int {
        let steps = (image.width * image.height) >> (image.isLossless ? 20 : 18)
        return max(image.bytes.count / max(steps, 1), 4096)
    }
}

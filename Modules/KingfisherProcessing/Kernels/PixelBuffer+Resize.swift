public import KingfisherCore

extension PixelBuffer {
    /// The longest side that can be resampled, before or after: 1,048,576 pixels, as in libpng.
    ///
    /// Filter weights take memory and time in proportion to a side, however few pixels there are beside it.
    public static let longestResizableSide = 1 << 20

    /// The picture resampled to another size.
    ///
    /// Every source pixel counts when shrinking, so nothing aliases; edges do not shift; a single colour stays
    /// exactly that colour. Where there is alpha, the result is premultiplied, whatever it was before, and transparent
    /// pixels lend no colour to their neighbours. In its own size the buffer is returned as it is.
    /// Memory beyond the result is a few rows.
    /// - Parameters:
    ///   - width: Pixels in a row of the result, at least 1.
    ///   - height: Rows of the result, at least 1.
    ///   - filter: How neighbours are mixed.
    /// - Throws: `PluginError` with `.corrupt` for an empty size, `.limitExceeded` or `.outOfMemory` for one too
    ///   large, or a side beyond `longestResizableSide`; or `CancellationError`.
    public func resized(
        width: Int, height: Int, filter: ResamplingFilter = .lanczos3
    ) throws -> PixelBuffer {
        if width == self.width, height == self.height { return self }
        guard max(max(self.width, self.height), max(width, height)) <= Self.longestResizableSide else {
            throw PluginError(
                .limitExceeded, pluginID: "processing",
                message:
                    "Resizing \(self.width)x\(self.height) to \(width)x\(height) pixels has a side beyond "
                    + "\(Self.longestResizableSide). Crop the image first, or ask for a smaller size.")
        }
        let target = try layout.resized(width: width, height: height).with(premultiplied: true)
        return try resampled(
            to: target, horizontal: ResamplingWeights(from: self.width, to: width, filter: filter),
            vertical: ResamplingWeights(from: self.height, to: height, filter: filter))
    }
}

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
        var canvas = try PixelCanvas(target)
        switch layout.depth {
        case .eight: try resample(UInt8.self, into: &canvas, filter: filter)
        case .sixteen: try resample(UInt16.self, into: &canvas, filter: filter)
        }
        return canvas.freeze()
    }

    private func resample<Sample: PixelSample & RowElement>(
        _ type: Sample.Type, into canvas: inout PixelCanvas, filter: ResamplingFilter
    ) throws {
        let target = canvas.layout
        let horizontal = ResamplingWeights(from: width, to: target.width, filter: filter)
        let vertical = ResamplingWeights(from: height, to: target.height, filter: filter)
        try withBytes { input in
            try unsafe input.withUnsafeBytes { input in
                try canvas.withMutableBytes { output in
                    try unsafe output.withUnsafeMutableBytes { output in
                        guard let input = input.baseAddress, let output = output.baseAddress else { return }
                        let resampler = unsafe Resampler(
                            source: layout, target: target, horizontal: horizontal, vertical: vertical,
                            input: input.assumingMemoryBound(to: type),
                            output: output.assumingMemoryBound(to: type))
                        try resampler.run()
                    }
                }
            }
        }
    }
}

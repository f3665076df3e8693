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
    ///   - resampling: The filter, how exactly it is applied, and in which light. In linear light the result's alpha is
    ///     straight, and two copies of the picture at 16 bits are needed.
    /// - Throws: `PluginError` with `.corrupt` for an empty size, `.limitExceeded` or `.outOfMemory` for one too
    ///   large, or a side beyond `longestResizableSide`; or `CancellationError`.
    public func resized(
        width: Int, height: Int, resampling: Resampling = .lanczos3
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
        guard resampling.isLinear else { return try filtered(to: target, resampling) }
        let light = try PixelLayout(
            width: width, height: height, channels: target.channels, depth: .sixteen, premultiplied: true)
        return try inLinearLight().filtered(to: light, resampling)
            .encodedFromLinearLight(depth: target.depth)
    }

    private func filtered(to target: PixelLayout, _ resampling: Resampling) throws -> PixelBuffer {
        let filter = resampling.filter
        let boxes = BoxShrink(from: layout, toWidth: target.width, height: target.height)
        guard !resampling.isExact, filter.radius >= 1, !boxes.isIdentity else {
            return try resampled(
                to: target, horizontal: ResamplingWeights(from: width, to: target.width, filter: filter),
                vertical: ResamplingWeights(from: height, to: target.height, filter: filter))
        }
        func weights(_ full: Int, _ small: Int, _ target: Int, _ factor: Int) -> ResamplingWeights {
            let step = (Double(full), Double(target * factor))
            let stretch = max(step.0 / step.1, 1)
            return ResamplingWeights(
                from: small, on: .init(count: target, step: step),
                filter: filter.overMeans(of: factor, stretch: stretch), stretch: stretch)
        }
        let small = try boxes.shrunk(self)
        return try small.resampled(
            to: target, horizontal: weights(width, small.width, target.width, boxes.horizontal),
            vertical: weights(height, small.height, target.height, boxes.vertical))
    }
}

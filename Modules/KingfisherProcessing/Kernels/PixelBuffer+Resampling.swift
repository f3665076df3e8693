import KingfisherCore

extension PixelBuffer {
    /// The picture mixed by weights along both axes, multiplied by alpha.
    ///
    /// - Parameters:
    ///   - target: The size of the result and its depth; its channels are those of this picture, premultiplied.
    ///   - horizontal: What a row is made of.
    ///   - vertical: What a column is made of.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    func resampled(
        to target: PixelLayout, horizontal: ResamplingWeights, vertical: ResamplingWeights
    ) throws -> PixelBuffer {
        func resample<Sample: KernelSample, Result: KernelSample>(
            _ from: Sample.Type, _ to: Result.Type
        ) throws -> PixelBuffer {
            try unsafe rendered(as: target, from: from, to: to) { input, output in
                try unsafe Resampler(
                    source: MixableRows(layout: layout, samples: input), target: target,
                    horizontal: horizontal, vertical: vertical, output: output
                ).run()
            }
        }
        return switch (layout.depth, target.depth) {
        case (.eight, .eight): try resample(UInt8.self, UInt8.self)
        case (.eight, .sixteen): try resample(UInt8.self, UInt16.self)
        case (.sixteen, .eight): try resample(UInt16.self, UInt8.self)
        case (.sixteen, .sixteen): try resample(UInt16.self, UInt16.self)
        }
    }
}

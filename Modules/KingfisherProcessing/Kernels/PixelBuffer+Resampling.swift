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
        let pass = ResamplingPass(source: self, target: target, horizontal: horizontal, vertical: vertical)
        return switch (layout.depth, target.depth) {
        case (.eight, .eight): try pass.run(UInt8.self, UInt8.self)
        case (.eight, .sixteen): try pass.run(UInt8.self, UInt16.self)
        case (.sixteen, .eight): try pass.run(UInt16.self, UInt8.self)
        case (.sixteen, .sixteen): try pass.run(UInt16.self, UInt16.self)
        }
    }
}

/// What a resampling is given, before the types of the samples are known.
private struct ResamplingPass {
    let source: PixelBuffer
    let target: PixelLayout
    let horizontal: ResamplingWeights
    let vertical: ResamplingWeights

    func run<Sample: KernelSample, Result: KernelSample>(
        _ from: Sample.Type, _ to: Result.Type
    ) throws -> PixelBuffer {
        var canvas = try PixelCanvas(target)
        try source.withBytes { input in
            try unsafe input.withUnsafeBytes { input in
                try canvas.withMutableBytes { output in
                    try unsafe output.withUnsafeMutableBytes { output in
                        guard let input = input.baseAddress, let output = output.baseAddress else { return }
                        let resampler = unsafe Resampler(
                            source: source.layout, target: target, horizontal: horizontal, vertical: vertical,
                            input: input.assumingMemoryBound(to: from),
                            output: output.assumingMemoryBound(to: to))
                        try resampler.run()
                    }
                }
            }
        }
        return canvas.freeze()
    }
}

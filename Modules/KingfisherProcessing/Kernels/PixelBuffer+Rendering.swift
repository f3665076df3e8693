import KingfisherCore

extension PixelBuffer {
    /// A new picture that `body` fills, given the samples of this one and of that one.
    /// - Throws: `PluginError` with `.outOfMemory`, or what `body` throws.
    func rendered<Sample: KernelSample, Result: KernelSample>(
        as layout: PixelLayout, from: Sample.Type, to: Result.Type,
        _ body: (UnsafePointer<Sample>, UnsafeMutablePointer<Result>) throws -> Void
    ) throws -> PixelBuffer {
        var canvas = try PixelCanvas(layout)
        try withBytes { input in
            try unsafe input.withUnsafeBytes { input in
                try canvas.withMutableBytes { output in
                    try unsafe output.withUnsafeMutableBytes { output in
                        guard let input = input.baseAddress, let output = output.baseAddress else { return }
                        try unsafe body(
                            input.assumingMemoryBound(to: from), output.assumingMemoryBound(to: to))
                    }
                }
            }
        }
        return canvas.freeze()
    }
}

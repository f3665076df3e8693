extension PixelBuffer {
    /// The same picture with colour multiplied by alpha, each sample rounded to the nearest value.
    ///
    /// Pixels without alpha, or premultiplied ones, are returned as they are. The memory is reused when this was
    /// its last owner.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    public consuming func premultiplied() throws -> PixelBuffer {
        guard layout.alphaMode == .straight else { return consume self }
        let result = try layout.with(premultiplied: true)
        var canvas = try (consume self).thaw()
        switch result.depth {
        case .eight: try unsafe canvas.eachRow(of: UInt8.self) { unsafe premultiplyRow($0, layout: result) }
        case .sixteen:
            try unsafe canvas.eachRow(of: UInt16.self) { unsafe premultiplyRow($0, layout: result) }
        }
        return canvas.freeze(as: result)
    }

    /// The same picture with colour independent of alpha, each sample rounded to the nearest value.
    ///
    /// Where alpha is 0 colour is gone and becomes 0. Pixels without alpha, or straight ones, are returned as they
    /// are. The memory is reused when this was its last owner.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    public consuming func straight() throws -> PixelBuffer {
        guard layout.alphaMode == .premultiplied else { return consume self }
        let result = try layout.with(premultiplied: false)
        var canvas = try (consume self).thaw()
        switch result.depth {
        case .eight: try unsafe canvas.eachRow(of: UInt8.self) { unsafe unpremultiplyRow($0, layout: result) }
        case .sixteen:
            try unsafe canvas.eachRow(of: UInt16.self) { unsafe unpremultiplyRow($0, layout: result) }
        }
        return canvas.freeze(as: result)
    }
}

private func premultiplyRow<Sample: PixelSample>(_ row: UnsafeMutablePointer<Sample>, layout: PixelLayout) {
    unsafe Sample.premultiply(row, into: row, pixels: layout.width, channels: layout.channels.count)
}

private func unpremultiplyRow<Sample: PixelSample>(_ row: UnsafeMutablePointer<Sample>, layout: PixelLayout) {
    unsafe Sample.unpremultiply(row, pixels: layout.width, channels: layout.channels.count)
}

extension PixelCanvas {
    /// Lends the rows one after the other, watching for cancellation.
    fileprivate mutating func eachRow<Sample: PixelSample>(
        of type: Sample.Type, _ body: (UnsafeMutablePointer<Sample>) -> Void
    ) throws {
        let layout = layout
        let rowsBetweenChecks = max(65_536 / layout.width, 1)
        try withMutableBytes { bytes in
            try unsafe bytes.withUnsafeMutableBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                let samples = unsafe start.assumingMemoryBound(to: type)
                for row in 0..<layout.height {
                    if row % rowsBetweenChecks == 0 { try WorkCancellation.check() }
                    unsafe body(samples + row * layout.samplesPerRow)
                }
            }
        }
    }
}

extension PixelBuffer {
    /// The same picture with colour multiplied by alpha, each sample rounded to the nearest value.
    ///
    /// Pixels without alpha, or premultiplied ones, are returned as they are. The memory is reused when this was
    /// its last owner.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    public consuming func premultiplied() throws -> PixelBuffer {
        guard layout.alphaMode == .straight else { return self }
        let result = try layout.with(premultiplied: true)
        var canvas = try thaw()
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
        guard layout.alphaMode == .premultiplied else { return self }
        let result = try layout.with(premultiplied: false)
        var canvas = try thaw()
        switch result.depth {
        case .eight: try unsafe canvas.eachRow(of: UInt8.self) { unsafe unpremultiplyRow($0, layout: result) }
        case .sixteen:
            try unsafe canvas.eachRow(of: UInt16.self) { unsafe unpremultiplyRow($0, layout: result) }
        }
        return canvas.freeze(as: result)
    }

    /// The picture laid over an opaque colour, without an alpha channel.
    ///
    /// Gray pixels stay gray over a gray background, and become RGB over a coloured one. Pixels without alpha are
    /// returned as they are.
    /// - Parameter background: Red, green and blue, 0...255.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    public func flattened(
        on background: (red: UInt8, green: UInt8, blue: UInt8)
    ) throws -> PixelBuffer {
        guard layout.channels.hasAlpha else { return self }
        let isGray = background.red == background.green && background.green == background.blue
        let keepsGray = layout.channels == .grayAlpha && isGray
        let colors = keepsGray ? [background.red] : [background.red, background.green, background.blue]
        var canvas = try PixelCanvas(layout.with(channels: keepsGray ? .gray : .rgb))
        switch layout.depth {
        case .eight: try flatten(into: &canvas, background: colors)
        case .sixteen: try flatten(into: &canvas, background: colors.map { UInt16($0) * 257 })
        }
        return canvas.freeze()
    }

    private func flatten<Sample: PixelSample>(
        into canvas: inout PixelCanvas, background: [Sample]
    ) throws {
        let source = layout
        try withBytes { bytes in
            try unsafe bytes.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                var row = unsafe start.assumingMemoryBound(to: Sample.self)
                try unsafe canvas.eachRow(of: Sample.self) { target in
                    unsafe AlphaRow.flatten(
                        row, channels: source.channels.count,
                        premultiplied: source.alphaMode == .premultiplied,
                        into: target, pixels: source.width, background: background)
                    unsafe row += source.samplesPerRow
                }
            }
        }
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

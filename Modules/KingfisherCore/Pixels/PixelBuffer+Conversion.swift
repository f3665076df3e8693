extension PixelBuffer {
    /// Lends all rows from top to bottom, in bands, as pixels of the given kind with straight alpha.
    ///
    /// What is of that kind already is lent as it lies in memory. Transparent parts are laid on the background where
    /// the kind has no alpha; colour becomes luminance where it has no colour; depths are rounded to the nearest value.
    /// Watches for cancellation between bands of about 64 Ki samples.
    /// - Parameter body: Gets the rows of a band without padding, and which they are.
    /// - Throws: What `body` throws, or `CancellationError`.
    public func eachBand(
        as kind: PixelKind, background: RGBColor = .white,
        _ body: (_ bytes: RawSpan, _ rows: Range<Int>) throws -> Void
    ) throws {
        if layout.isOf(kind) { return try eachBand(body) }
        let target = try PixelLayout(width: width, height: height, channels: kind.channels, depth: kind.depth)
        let rowsPerBand = Swift.min(Self.rowsPerBand(target), height)
        let converter = RowConverter(from: layout, to: kind, background: background)
        let band = UnsafeMutableRawBufferPointer.allocate(
            byteCount: rowsPerBand * target.bytesPerRow, alignment: 16)
        defer { unsafe band.deallocate() }
        try eachBand(rowsPerBand) { bytes, rows in
            unsafe bytes.withUnsafeBytes { bytes in
                guard let source = bytes.baseAddress, let result = band.baseAddress else { return }
                for row in 0..<rows.count {
                    unsafe converter.convert(
                        source + row * layout.bytesPerRow, into: result + row * target.bytesPerRow)
                }
            }
            let converted = unsafe UnsafeRawBufferPointer(
                rebasing: UnsafeRawBufferPointer(band)[..<(rows.count * target.bytesPerRow)])
            try unsafe body(RawSpan(_unsafeBytes: converted), rows)
        }
    }

    /// The same picture as pixels of the given kind, by the rules of `eachBand(as:background:_:)`.
    ///
    /// Pixels of that kind already are returned as they are.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    public func converted(to kind: PixelKind, background: RGBColor = .white) throws -> PixelBuffer {
        if layout.isOf(kind) { return self }
        let target = try PixelLayout(width: width, height: height, channels: kind.channels, depth: kind.depth)
        let converter = RowConverter(from: layout, to: kind, background: background)
        var canvas = try PixelCanvas(target)
        try canvas.withMutableBytes { result in
            try unsafe result.withUnsafeMutableBytes { result in
                guard let start = result.baseAddress else { return }
                try eachBand(Self.rowsPerBand(layout)) { bytes, rows in
                    unsafe bytes.withUnsafeBytes { bytes in
                        guard let source = bytes.baseAddress else { return }
                        for (index, row) in rows.enumerated() {
                            unsafe converter.convert(
                                source + index * layout.bytesPerRow, into: start + row * target.bytesPerRow)
                        }
                    }
                }
            }
        }
        return canvas.freeze()
    }

    /// The picture laid over an opaque colour, without an alpha channel.
    ///
    /// Gray pixels stay gray over a gray background, and become RGB over a coloured one. Pixels without alpha are
    /// returned as they are.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    public func flattened(on background: RGBColor) throws -> PixelBuffer {
        guard layout.channels.hasAlpha else { return self }
        let keepsGray = layout.channels == .grayAlpha && background.isGray
        return try converted(to: PixelKind(keepsGray ? .gray : .rgb, layout.depth), background: background)
    }

    private static func rowsPerBand(_ layout: PixelLayout) -> Int {
        Swift.max(65_536 / layout.samplesPerRow, 1)
    }

    private func eachBand(_ body: (RawSpan, Range<Int>) throws -> Void) throws {
        try eachBand(Self.rowsPerBand(layout), body)
    }

    private func eachBand(_ rowsPerBand: Int, _ body: (RawSpan, Range<Int>) throws -> Void) throws {
        try withBytes { bytes in
            for top in stride(from: 0, to: height, by: rowsPerBand) {
                try WorkCancellation.check()
                let rows = top..<Swift.min(top + rowsPerBand, height)
                try body(
                    bytes.extracting(
                        rows.lowerBound * layout.bytesPerRow..<rows.upperBound * layout.bytesPerRow),
                    rows)
            }
        }
    }
}

internal import KingfisherCore

/// The rows of an image as JPEG takes them: 8-bit gray or RGB, without alpha.
struct JPEGRows {
    private let pixels: PixelBuffer
    /// The layout of the rows.
    let layout: PixelLayout

    init(_ pixels: PixelBuffer) throws(PluginError) {
        self.pixels = pixels
        layout = try PixelLayout(
            width: pixels.width, height: pixels.height,
            channels: pixels.layout.channels.hasColor ? .rgb : .gray)
    }

    func write(to writer: inout JPEGWriter) throws {
        guard pixels.layout != layout else {
            try pixels.withBytes { bytes in try writer.write(rows: bytes, count: layout.height) }
            return
        }
        var row = [UInt8](repeating: 0, count: layout.bytesPerRow)
        for y in 0..<layout.height {
            switch pixels.layout.depth {
            case .eight: pixels.withSamples8 { convert($0, row: y, into: &row) }
            case .sixteen: pixels.withSamples16 { convert($0, row: y, into: &row) }
            }
            try writer.write(rows: row.span.bytes, count: 1)
        }
    }

    /// Lays a row of pixels onto white and rounds it to 8 bits.
    private func convert<Sample: FixedWidthInteger & UnsignedInteger>(
        _ samples: Span<Sample>, row y: Int, into row: inout [UInt8]
    ) {
        let source = pixels.layout
        let colors = layout.channels.count
        let channels = source.channels.count
        let most = Int(Sample.max)
        var position = y * source.samplesPerRow
        for x in 0..<layout.width {
            let alpha = source.channels.hasAlpha ? Int(samples[position + colors]) : most
            for color in 0..<colors {
                let sample = Int(samples[position + color])
                let own = source.alphaMode == .straight ? sample * alpha : sample * most
                // A premultiplied sample above its alpha is possible in memory and means nothing brighter than white.
                let onWhite = min(own + most * (most - alpha), most * most)
                row[x * colors + color] = UInt8((onWhite * 255 + most * most / 2) / (most * most))
            }
            position += channels
        }
    }
}

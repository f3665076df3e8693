internal import Foundation
internal import KingfisherCore

/// Brings rows of the library into a canvas: as they are, or from inks to light by their profile.
struct JPEGRows {
    private let layout: PixelLayout
    private let inks: InkConversion?

    init(_ layout: PixelLayout, inks: InkConversion?) {
        self.layout = layout
        self.inks = inks
    }

    /// What the library is asked for.
    var kind: JPEGReader.Pixels {
        inks != nil ? .cmyk : layout.channels == .gray ? .gray : .rgb
    }

    /// A canvas of the gray that missing data decode to.
    func grayCanvas() throws(PluginError) -> PixelCanvas {
        var canvas = try PixelCanvas(layout)
        fill(&canvas, from: 0)
        return canvas
    }

    /// Reads a whole image.
    /// - Returns: Whether it is complete; false only where partial images are allowed.
    func readImage(
        _ reader: borrowing JPEGReader, into canvas: inout PixelCanvas, allowsPartial: Bool
    ) throws -> Bool {
        var row = 0
        do {
            guard try read(reader, into: &canvas, from: &row) else { throw JPEGFailure.cut }
            guard try reader.finish() else { throw JPEGFailure.cut }
            return true
        } catch let error as PluginError where error.code == .truncated && allowsPartial && row > 0 {
            fill(&canvas, from: row)
            return false
        }
    }

    /// Reads rows as far as the reader's bytes go.
    /// - Parameter row: The first one; set behind the last one that was read, also where an error is thrown.
    /// - Returns: Whether the canvas is full.
    func read(
        _ reader: borrowing JPEGReader, into canvas: inout PixelCanvas, from row: inout Int
    ) throws -> Bool {
        guard let inks else {
            return try withRows(of: &canvas, from: row) { rows in
                var count = 0
                defer { row += count }
                return try reader.readRows(into: rows, stride: layout.bytesPerRow, count: &count)
            }
        }
        return try withRows(of: &canvas, from: row) { rows in
            try readInks(reader, into: rows, inks, from: &row)
        }
    }

    /// Reads rows of inks in bands of about 64 Ki samples, and converts each.
    private func readInks(
        _ reader: borrowing JPEGReader, into rows: UnsafeMutableRawBufferPointer, _ inks: InkConversion,
        from row: inout Int
    ) throws -> Bool {
        let stride = layout.width * 4
        let band = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(65_536 / stride, 1) * stride, alignment: 16)
        defer { band.deallocate() }
        var rest = rows
        while !rest.isEmpty {
            let wanted = min(rest.count / layout.bytesPerRow, band.count / stride)
            var count = 0
            let result = Result {
                let target = UnsafeMutableRawBufferPointer(rebasing: band[..<(wanted * stride)])
                return try reader.readRows(into: target, stride: stride, count: &count)
            }
            let written = count * layout.bytesPerRow
            var colors = MutableRawSpan(_unsafeBytes: rest[..<written])
            inks(RawSpan(_unsafeBytes: band[..<(count * stride)]), &colors)
            row += count
            rest = UnsafeMutableRawBufferPointer(rebasing: rest[written...])
            guard try result.get() else { return false }
        }
        return true
    }

    private func fill(_ canvas: inout PixelCanvas, from row: Int) {
        withRows(of: &canvas, from: row) { rows in
            _ = rows.initializeMemory(as: UInt8.self, repeating: 128)
        }
    }

    private func withRows<Result, Failure: Error>(
        of canvas: inout PixelCanvas, from row: Int,
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = row * layout.bytesPerRow
        return try canvas.withMutableBytes { (span) throws(Failure) in
            try span.withUnsafeMutableBytes { (bytes) throws(Failure) in
                try body(UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
            }
        }
    }
}

internal import KingfisherCore

/// An image of one scan, which grows row by row.
final class JPEGRowProgress: JPEGProgress {
    private let rows: JPEGRows
    private let layout: PixelLayout
    /// Gray where nothing is decoded yet. Shared with the partial image taken last, if anyone still has it: then the
    /// next rows are written to a copy.
    private var pixels: PixelBuffer?
    private var rowCount = 0
    private var rowCountShown = 0

    init(_ plan: JPEGPlan, _ rows: JPEGRows) throws {
        self.rows = rows
        layout = plan.layout
        pixels = try rows.grayCanvas().freeze()
    }

    func takeIn(_ reader: borrowing JPEGReader) throws {
        guard rowCount < layout.height, var canvas = try pixels.take()?.thaw() else { return }
        _ = try rows.read(reader, into: &canvas, from: &rowCount)
        pixels = canvas.freeze()
    }

    func partialPixels(_ reader: borrowing JPEGReader, byteCount: Int) throws -> PixelBuffer? {
        guard rowCount - rowCountShown >= max(layout.height / Self.mostSteps, 1) else { return nil }
        rowCountShown = rowCount
        return pixels
    }

    func wholePixels(_ reader: borrowing JPEGReader) throws -> PixelBuffer? {
        try rowCount == layout.height && reader.finish() && !reader.sawDamage ? pixels : nil
    }

    /// How many partial images there are at most: each may cost a copy.
    private static let mostSteps = 16
}

internal import KingfisherCore

/// An image of several scans, which gets sharper with each.
final class JPEGScanProgress: JPEGProgress {
    private let rows: JPEGRows
    private let layout: PixelLayout
    private var wholeScans = 0
    private var hasEnded = false
    private var scansShown = 0
    private var bytesShown = 0
    private var timesShown = 0

    init(_ plan: JPEGPlan, _ rows: JPEGRows) {
        self.rows = rows
        layout = plan.layout
    }

    func takeIn(_ reader: borrowing JPEGReader) throws {
        guard !hasEnded else { return }
        (wholeScans, hasEnded) = try reader.takeIn()
    }

    func partialPixels(_ reader: borrowing JPEGReader, byteCount: Int) throws -> PixelBuffer? {
        guard wholeScans > scansShown, timesShown < Self.mostPasses, byteCount / 3 >= bytesShown / 2 else {
            return nil
        }
        (scansShown, bytesShown, timesShown) = (wholeScans, byteCount, timesShown + 1)
        return try pass(reader)
    }

    func wholePixels(_ reader: borrowing JPEGReader) throws -> PixelBuffer? {
        guard hasEnded, !reader.sawDamage else { return nil }
        let pixels = try pass(reader)
        return try reader.finish() ? pixels : nil
    }

    private func pass(_ reader: borrowing JPEGReader) throws -> PixelBuffer? {
        var canvas = try PixelCanvas(layout)
        var row = 0
        guard try reader.beginPass(scan: wholeScans), try rows.read(reader, into: &canvas, from: &row),
            try reader.endPass()
        else { return nil }
        return canvas.freeze()
    }

    /// How many partial images there are at most. A pass costs a good third of a decode, and what changes from one scan
    /// to the next is seldom worth it.
    private static let mostPasses = 5
}

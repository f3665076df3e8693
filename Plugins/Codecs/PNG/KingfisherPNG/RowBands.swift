internal import KingfisherCore

/// The rows of an image in bands: as many at a time as make a fair piece of work between two looks at cancellation.
struct RowBands: Sequence, IteratorProtocol {
    private let height: Int
    private let rowsPerBand: Int
    private var position = 0

    init(_ layout: PixelLayout) {
        height = layout.height
        rowsPerBand = Swift.max(1, (256 << 10) / layout.bytesPerRow)
    }

    mutating func next() -> Range<Int>? {
        guard position < height else { return nil }
        let band = position..<Swift.min(position + rowsPerBand, height)
        position = band.upperBound
        return band
    }
}

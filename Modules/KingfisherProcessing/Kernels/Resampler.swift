import KingfisherCore

/// One resize: two passes, one for each axis, row by row, with no image in between.
///
/// Straight alpha is multiplied into colour as rows are read; sums are rounded once, at the end.
// Safe: made and run inside the scopes of the two images' samples, whose sizes the layouts state; rows and columns come
// from the weights, which stay inside those.
@safe struct Resampler<Sample: KernelSample, Result: KernelSample> {
    let source: MixableRows<Sample>
    let target: PixelLayout
    let horizontal: ResamplingWeights
    let vertical: ResamplingWeights
    let output: UnsafeMutablePointer<Result>

    /// Makes all rows; several cores share those of large images.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    func run() throws {
        let pixels = max(source.layout.width * source.layout.height, target.width * target.height)
        try RowBlocks(fewestOf: target.height, pixels: pixels).run { rows in
            if mixesColumnsFirst { try mixColumnsFirst(rows) } else { try mixRowsFirst(rows) }
        }
    }

    /// Whether making the rows of the result out of full-width rows, and only then shortening them, is less work.
    ///
    /// Shortening cannot use neighbouring lanes, hence its price.
    private var mixesColumnsFirst: Bool {
        let shorteningPrice = 2.0
        let columnTaps = Double(vertical.values.count)
        let rowTaps = Double(horizontal.values.count) * shorteningPrice
        let columnsFirst = columnTaps * Double(source.layout.width) + rowTaps * Double(target.height)
        let rowsFirst = rowTaps * Double(source.layout.height) + columnTaps * Double(target.width)
        return columnsFirst <= rowsFirst
    }

    private func mixColumnsFirst(_ targetRows: Range<Int>) throws {
        var mixer = try RowMixer(
            length: source.layout.samplesPerRow, longestRun: vertical.longestRun)
        let line = try Scratch<Float>(count: target.samplesPerRow + RowKernels.padding)
        var rows = try RowCache<Sample>(
            rowLength: source.scratchLength, rowCount: source.scratchLength > 0 ? vertical.longestRun : 0)
        for y in targetRows {
            let mixed = try unsafe mixer.mix(vertical, at: y) { index in
                unsafe rows.row(index) { unsafe source.row(index, in: $0) }
            }
            unsafe RowKernels.convolve(
                mixed, channels: source.layout.channels.count, weights: horizontal, into: line.start)
            unsafe finish(line.start, row: y)
        }
    }

    private func mixRowsFirst(_ targetRows: Range<Int>) throws {
        var mixer = try RowMixer(
            length: target.samplesPerRow, longestRun: vertical.longestRun)
        let samples = try Scratch<Sample>(count: source.scratchLength)
        let wide = try Scratch<Float>(count: source.layout.samplesPerRow + RowKernels.padding)
        var rows = try RowCache<Float>(
            rowLength: target.samplesPerRow + RowKernels.padding, rowCount: vertical.longestRun)
        for y in targetRows {
            let mixed = try unsafe mixer.mix(vertical, at: y) { index in
                unsafe rows.row(index) { slot in
                    let row = unsafe source.row(index, in: samples.start)
                    unsafe RowKernels.widen(row, into: wide.start, count: source.layout.samplesPerRow)
                    unsafe RowKernels.convolve(
                        wide.start, channels: source.layout.channels.count, weights: horizontal, into: slot)
                    return unsafe UnsafePointer(slot)
                }
            }
            unsafe finish(mixed, row: y)
        }
    }

    private func finish(_ line: UnsafePointer<Float>, row: Int) {
        unsafe RowKernels.narrow(
            line, into: output + row * target.samplesPerRow, count: target.samplesPerRow,
            scale: Result.max.real / Sample.max.real)
    }
}

import KingfisherCore

/// One resize: two passes, one for each axis, row by row, with no image in between.
///
/// Straight alpha is multiplied into colour as rows are read; sums are rounded once, at the end.
// Safe: made and run inside the scopes of the two images' samples, whose sizes the layouts state; rows and columns come
// from the weights, which stay inside those.
@safe struct Resampler<Sample: KernelSample, Result: KernelSample> {
    let source: PixelLayout
    let target: PixelLayout
    let horizontal: ResamplingWeights
    let vertical: ResamplingWeights
    let input: UnsafePointer<Sample>
    let output: UnsafeMutablePointer<Result>

    /// Makes all rows; several cores share those of large images.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    func run() throws {
        let pixels = max(source.width * source.height, target.width * target.height)
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
        let columnsFirst = columnTaps * Double(source.width) + rowTaps * Double(target.height)
        let rowsFirst = rowTaps * Double(source.height) + columnTaps * Double(target.width)
        return columnsFirst <= rowsFirst
    }

    private func mixColumnsFirst(_ targetRows: Range<Int>) throws {
        var mixer = try RowMixer(
            length: source.samplesPerRow, longestRun: vertical.longestRun)
        let line = try Scratch<Float>(count: target.samplesPerRow + RowKernels.padding)
        let isStraight = source.alphaMode == .straight
        var rows = try RowCache<Sample>(
            rowLength: isStraight ? source.samplesPerRow : 0, rowCount: isStraight ? vertical.longestRun : 0)
        for y in targetRows {
            let mixed = try unsafe mixer.mix(vertical, at: y) { index in
                unsafe rows.row(index) { unsafe mixable(row: index, in: $0) }
            }
            unsafe RowKernels.convolve(
                mixed, channels: source.channels.count, weights: horizontal, into: line.start)
            unsafe finish(line.start, row: y)
        }
    }

    private func mixRowsFirst(_ targetRows: Range<Int>) throws {
        var mixer = try RowMixer(
            length: target.samplesPerRow, longestRun: vertical.longestRun)
        let samples = try Scratch<Sample>(count: source.samplesPerRow)
        let wide = try Scratch<Float>(count: source.samplesPerRow + RowKernels.padding)
        var rows = try RowCache<Float>(
            rowLength: target.samplesPerRow + RowKernels.padding, rowCount: vertical.longestRun)
        for y in targetRows {
            let mixed = try unsafe mixer.mix(vertical, at: y) { index in
                unsafe rows.row(index) { slot in
                    let row = unsafe mixable(row: index, in: samples.start)
                    unsafe RowKernels.widen(row, into: wide.start, count: source.samplesPerRow)
                    unsafe RowKernels.convolve(
                        wide.start, channels: source.channels.count, weights: horizontal, into: slot)
                    return unsafe UnsafePointer(slot)
                }
            }
            unsafe finish(mixed, row: y)
        }
    }

    /// The source row with alpha multiplied in: itself where that changes nothing, else made in `memory`.
    private func mixable(row: Int, in memory: UnsafeMutablePointer<Sample>) -> UnsafePointer<Sample> {
        let samples = unsafe input + row * source.samplesPerRow
        guard source.alphaMode == .straight, unsafe !isOpaque(samples) else { return unsafe samples }
        unsafe Sample.premultiply(
            samples, into: memory, pixels: source.width, channels: source.channels.count)
        return unsafe UnsafePointer(memory)
    }

    private func isOpaque(_ row: UnsafePointer<Sample>) -> Bool {
        let step = source.channels.count
        var alphas = Sample.max
        for index in stride(from: step - 1, to: source.samplesPerRow, by: step) {
            unsafe alphas &= row[index]
        }
        return alphas == .max
    }

    private func finish(_ line: UnsafePointer<Float>, row: Int) {
        unsafe RowKernels.narrow(
            line, into: output + row * target.samplesPerRow, count: target.samplesPerRow,
            scale: Result.max.real / Sample.max.real)
    }
}

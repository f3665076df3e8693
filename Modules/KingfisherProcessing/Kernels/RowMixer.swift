import KingfisherCore

/// Makes one row out of many weighted ones, watching for cancellation.
// Safe: it owns its sums, sized for the longest run, and what it hands out is read before the next call.
@safe struct RowMixer: ~Copyable {
    private static let samplesBetweenChecks = 1 << 20

    /// One row of sums; behind it another one, when runs are long enough to be summed in blocks.
    private let sums: Scratch<Float>
    private let length: Int
    private var samplesUntilCheck = 0

    /// - Parameters:
    ///   - length: Samples of a row.
    ///   - longestRun: The most rows that are mixed into one.
    init(length: Int, longestRun: Int) throws(PluginError) {
        let rows = longestRun > RowKernels.blockLength ? 2 : 1
        sums = try Scratch(count: (length + RowKernels.padding) * rows)
        self.length = length
    }

    /// The row at `index` of the result: readable until the next call.
    ///
    /// - Parameter row: Gives a source row; four neighbours must be readable at once.
    mutating func mix<Element: RowElement>(
        _ weights: ResamplingWeights, at index: Int, row: (Int) -> UnsafePointer<Element>
    ) throws -> UnsafePointer<Float> {
        let run = weights.runs[index]
        var tap = 0
        while tap < run.count {
            let end = min(tap + RowKernels.blockLength, run.count)
            let isFirstBlock = tap == 0
            let target = unsafe isFirstBlock ? sums.start : sums.start + length + RowKernels.padding
            var starts = true
            while tap < end {
                try pace()
                let group = unsafe group(of: run, weights.values, from: tap, row: row)
                unsafe RowKernels.accumulate(group, into: target, count: length, starts: starts)
                starts = false
                tap += 4
            }
            if !isFirstBlock { unsafe RowKernels.add(target, to: sums.start, count: length) }
        }
        return unsafe UnsafePointer(sums.start)
    }

    /// Four rows from `tap` on; past the end of the run, its last one without weight.
    private func group<Element: RowElement>(
        of run: ResamplingWeights.Run, _ values: [Float], from tap: Int, row: (Int) -> UnsafePointer<Element>
    ) -> RowKernels.Group<Element> {
        let last = run.count - 1
        func pointer(_ tap: Int) -> UnsafePointer<Element> { unsafe row(run.first + min(tap, last)) }
        func weight(_ tap: Int) -> Float { tap > last ? 0 : values[run.offset + tap] }
        return unsafe RowKernels.Group(
            rows: (pointer(tap), pointer(tap + 1), pointer(tap + 2), pointer(tap + 3)),
            weights: (weight(tap), weight(tap + 1), weight(tap + 2), weight(tap + 3)))
    }

    private mutating func pace() throws {
        samplesUntilCheck -= length * 4
        guard samplesUntilCheck < 0 else { return }
        samplesUntilCheck = Self.samplesBetweenChecks
        try WorkCancellation.check()
    }
}

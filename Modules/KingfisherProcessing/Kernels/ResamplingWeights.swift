/// Which source samples make each sample of one axis, and with what weights.
///
/// Pixel centres lie at half integers in both images, so nothing shifts. When shrinking, the filter is stretched by
/// the factor, so that every source sample counts and nothing aliases. The weights of a sample add up to 1; what
/// would lie beyond an edge is left out.
struct ResamplingWeights {
    /// The source samples of one result sample: a run of neighbours.
    struct Run {
        /// The first source sample.
        let first: Int
        /// How many there are, at least 1.
        let count: Int
        /// Where their weights begin in `values`.
        let offset: Int
    }

    private(set) var runs: [Run] = []
    private(set) var values: [Float] = []
    /// The length of the longest run.
    private(set) var longestRun = 1

    /// Where the centres of the result's samples lie on the source's axis, on which sample 0 goes from 0 to 1.
    struct Grid {
        /// How many there are.
        var count: Int
        /// Where the first one begins.
        var origin = 0.0
        /// From one centre to the next, as a fraction: so the middle between two samples is met exactly.
        var step: (numerator: Double, denominator: Double)

        func center(_ index: Int) -> Double {
            origin + (Double(index) + 0.5) * step.numerator / step.denominator
        }
    }

    /// Weights between two images that cover the same area.
    init(from source: Int, to target: Int, filter: ResamplingFilter) {
        self.init(
            from: source, on: Grid(count: target, step: (Double(source), Double(target))), filter: filter,
            stretch: filter.isStretched ? max(Double(source) / Double(target), 1) : 1)
    }

    /// Weights for samples anywhere on the axis.
    ///
    /// - Parameters:
    ///   - source: Samples of the source.
    ///   - grid: Where those of the result lie.
    ///   - filter: How neighbours are mixed.
    ///   - stretch: How much wider than one source sample the filter's unit is.
    ///   - extendsEdges: Whether what lies beyond an edge is as the edge is, rather than left out.
    init(
        from source: Int, on grid: Grid, filter: ResamplingFilter, stretch: Double, extendsEdges: Bool = false
    ) {
        let reach = filter.radius * stretch
        runs.reserveCapacity(grid.count)
        values.reserveCapacity(min(source, Int(reach * 2) + 2) * grid.count)
        var exact: [Double] = []
        for index in 0..<grid.count {
            let center = grid.center(index)
            let wanted =
                Int((center - reach + 0.5).rounded(.down))..<Int((center + reach + 0.5).rounded(.down))
            var first = min(max(wanted.lowerBound, 0), source - 1)
            let end = max(min(wanted.upperBound, source), first + 1)
            exact.removeAll(keepingCapacity: true)
            for sample in first..<end {
                exact.append(filter.weight((Double(sample) + 0.5 - center) / stretch))
            }
            if extendsEdges {
                func weights(_ samples: Range<Int>) -> Double {
                    samples.reduce(0) { $0 + filter.weight((Double($1) + 0.5 - center) / stretch) }
                }
                if wanted.lowerBound < first {
                    exact[0] += weights(wanted.lowerBound..<min(first, wanted.upperBound))
                }
                if wanted.upperBound > end {
                    exact[exact.count - 1] += weights(max(end, wanted.lowerBound)..<wanted.upperBound)
                }
            }
            first += Self.trim(&exact)
            append(exact, first: first)
        }
    }

    /// Drops weights at both ends that are zero but for rounding, and tells how many at the start.
    ///
    /// An axis that keeps its size is left with single weights of 1.
    private static func trim(_ weights: inout [Double]) -> Int {
        let negligible = 1e-9
        guard let leading = weights.firstIndex(where: { abs($0) > negligible }),
            let last = weights.lastIndex(where: { abs($0) > negligible })
        else { return 0 }
        weights.removeSubrange((last + 1)...)
        weights.removeSubrange(..<leading)
        return leading
    }

    private mutating func append(_ weights: [Double], first: Int) {
        let sum = weights.reduce(0, +)
        let scale = sum == 0 ? 0 : 1 / sum
        runs.append(Run(first: first, count: weights.count, offset: values.count))
        for weight in weights { values.append(Float(weight * scale)) }
        longestRun = max(longestRun, weights.count)
    }
}

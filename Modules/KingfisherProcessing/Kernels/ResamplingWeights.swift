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

    init(from source: Int, to target: Int, filter: ResamplingFilter) {
        let step = Double(source) / Double(target)
        let stretch = max(step, 1)
        let reach = filter.radius * stretch
        runs.reserveCapacity(target)
        values.reserveCapacity(min(source, Int(reach * 2) + 2) * target)
        var exact: [Double] = []
        for index in 0..<target {
            let center = (Double(index) + 0.5) * step
            var first = max(Int((center - reach + 0.5).rounded(.down)), 0)
            let end = max(min(Int((center + reach + 0.5).rounded(.down)), source), first + 1)
            exact.removeAll(keepingCapacity: true)
            for sample in first..<end {
                exact.append(filter.weight((Double(sample) + 0.5 - center) / stretch))
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

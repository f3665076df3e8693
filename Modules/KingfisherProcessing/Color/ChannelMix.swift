import KingfisherCore

/// Every sample times a factor plus a term, both by channel, clamped to the range of samples.
struct ChannelMix: RowChange {
    /// Samples done at once: a multiple of every number of channels.
    private static let length = 192

    private let factors: [Float]
    private let terms: [Float]

    /// - Parameters:
    ///   - factors: By channel.
    ///   - terms: By channel, in fractions of the greatest sample.
    ///   - layout: Of the pixels that will be changed.
    init(factors: [Double], terms: [Double], for layout: PixelLayout) {
        let top = layout.depth == .eight ? 255.0 : 65_535.0
        self.factors = (0..<Self.length).map { Float(factors[$0 % layout.channels.count]) }
        self.terms = (0..<Self.length).map { Float(terms[$0 % layout.channels.count] * top) }
    }

    func change<Sample: KernelSample>(
        _ row: UnsafeMutablePointer<Sample>, at y: Int, of layout: PixelLayout
    ) {
        unsafe factors.withUnsafeBufferPointer { factors in
            unsafe terms.withUnsafeBufferPointer { terms in
                guard let factors = factors.baseAddress, let terms = terms.baseAddress else { return }
                for start in stride(from: 0, to: layout.samplesPerRow, by: Self.length) {
                    unsafe RowKernels.mix(
                        row + start, factors, terms, count: min(Self.length, layout.samplesPerRow - start))
                }
            }
        }
    }
}

extension RowKernels {
    /// Samples times factors plus terms, rounded and clamped, in place.
    fileprivate static func mix<Sample: KernelSample>(
        _ row: UnsafeMutablePointer<Sample>, _ factors: UnsafePointer<Float>, _ terms: UnsafePointer<Float>,
        count: Int
    ) {
        for index in 0..<count {
            unsafe row[index] = rounded(row[index].real * factors[index] + terms[index], top: Sample.max.real)
        }
    }
}

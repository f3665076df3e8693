internal import KingfisherCore

/// From a profile of curves and a matrix to sRGB: light by table, mixing in floating point, samples by table.
///
/// Within a step of what lcms2 makes of 8 bits, step by step in floating point as well as by its shortcut. Of 16 bits
/// its shortcut, a coarse table of colours, is up to 26 steps of 8 bits off where colours leave sRGB; this is not.
struct MatrixConversion<Sample: PixelSample>: RowConversion {
    /// Light for each sample, of red, green and blue behind one another.
    private let light: [Float]
    /// What full red, green and blue are in sRGB, in places of `samples`.
    private let columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
    /// Samples of sRGB for amounts of light; the last one is there twice.
    private let samples: [Float]
    private let hasAlpha: Bool

    /// Nil where the profile does not work so.
    init?(from source: borrowing LCMSProfile, hasAlpha: Bool) {
        guard let shaper = MatrixShaper(source, steps: Int(Sample.max) + 1) else { return nil }
        let places = 16_384
        let columns = shaper.colorants.map { color in
            SIMD4<Float>(SIMD4<Double>(SRGBCurve.light(of: color) * Double(places - 1), 0))
        }
        light = shaper.light.flatMap { $0 }
        self.columns = (columns[0], columns[1], columns[2])
        samples = SRGBCurve.samples(steps: places).map { $0 * Float(Sample.max) } + [Float(Sample.max)]
        self.hasAlpha = hasAlpha
    }

    func convert(_ source: UnsafeRawPointer, into target: UnsafeMutableRawPointer, pixels: Int) {
        let count = Int(Sample.max) + 1
        let last = SIMD4<Float>(repeating: Float(samples.count - 2))
        var source = source.assumingMemoryBound(to: Sample.self)
        var target = target.assumingMemoryBound(to: Sample.self)
        light.withUnsafeBufferPointer { light in
            samples.withUnsafeBufferPointer { samples in
                for _ in 0..<pixels {
                    var mixed = columns.0 * light[Int(source[0])]
                    mixed += columns.1 * light[count &+ Int(source[1])]
                    mixed += columns.2 * light[2 &* count &+ Int(source[2])]
                    let place = mixed.clamped(lowerBound: .zero, upperBound: last)
                    for channel in 0..<3 {
                        let index = Int(place[channel])
                        let rest = place[channel] - Float(index)
                        let sample = samples[index] + (samples[index &+ 1] - samples[index]) * rest
                        target[channel] = Sample(sample + 0.5)
                    }
                    source += 3
                    target += 3
                    if hasAlpha {
                        target[0] = source[0]
                        source += 1
                        target += 1
                    }
                }
            }
        }
    }
}

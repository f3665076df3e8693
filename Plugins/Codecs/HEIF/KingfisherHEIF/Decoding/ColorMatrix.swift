internal import KingfisherCore

/// How decoded samples become red, green and blue, in the scale of the target.
///
/// Source: ITU-T H.273, section 8.3.
struct ColorMatrix {
    /// Three rows of four numbers: factors of the planes, and what is added.
    private(set) var values: [Float] = []

    /// - Parameters:
    ///   - colors: The code points that hold.
    ///   - bitDepth: Bits of a sample.
    ///   - greatest: The greatest sample of the target.
    ///   - isMonochrome: Whether all three planes are one plane of brightness.
    init(
        _ colors: ColorCodePoints, bitDepth: Int, greatest: Int, isMonochrome: Bool
    ) {
        let luma = Scale(bitDepth: bitDepth, greatest: greatest, isFullRange: colors.isFullRange)
        if isMonochrome {
            append([[1, 0, 0], [1, 0, 0], [1, 0, 0]], [luma, luma, luma])
        } else if colors.matrix == 0 {
            append([[0, 0, 1], [1, 0, 0], [0, 1, 0]], [luma, luma, luma])
        } else {
            let chroma = Scale(chromaOf: bitDepth, greatest: greatest, isFullRange: colors.isFullRange)
            append(Self.factors(colors), [luma, chroma, chroma])
        }
    }

    private mutating func append(_ factors: [[Double]], _ scales: [Scale]) {
        for row in factors {
            let pairs = zip(row, scales)
            values += pairs.map { Float($0 * $1.factor) }
            values.append(Float(pairs.reduce(0) { $0 + $1.0 * $1.1.offset }))
        }
    }

    /// What brightness and the differences of blue and red contribute to red, green and blue.
    private static func factors(_ colors: ColorCodePoints) -> [[Double]] {
        // YCgCo.
        if colors.matrix == 8 { return [[1, -1, 1], [1, 1, 0], [1, -1, -1]] }
        let (red, blue) = weights(colors)
        let green = 1 - red - blue
        let (crToRed, cbToBlue) = (2 * (1 - red), 2 * (1 - blue))
        return [
            [1, 0, crToRed],
            [1, -cbToBlue * blue / green, -crToRed * red / green],
            [1, cbToBlue, 0],
        ]
    }

    /// What red and blue weigh in brightness.
    ///
    /// Matrices that say nothing, or that are not linear in the samples, count as BT.601 and BT.2020, as with libheif.
    private static func weights(_ colors: ColorCodePoints) -> (red: Double, blue: Double) {
        switch colors.matrix {
        case 1: (0.2126, 0.0722)
        case 4: (0.30, 0.11)
        case 7: (0.212, 0.087)
        case 9, 10: (0.2627, 0.0593)
        case 12, 13: chromaticityWeights(colors.primaries) ?? (0.299, 0.114)
        default: (0.299, 0.114)
        }
    }

    /// What red and blue weigh where the matrix follows from the primaries: section 8.3, equations 32 to 37.
    private static func chromaticityWeights(_ primaries: Int) -> (red: Double, blue: Double)? {
        guard let (r, g, b, w) = chromaticities(primaries) else { return nil }
        let z = { (p: (x: Double, y: Double)) in 1 - p.x - p.y }
        let divisor =
            w.y
            * (r.x * (g.y * z(b) - b.y * z(g)) + g.x * (b.y * z(r) - r.y * z(b))
                + b.x * (r.y * z(g) - g.y * z(r)))
        let red =
            r.y
            * (w.x * (g.y * z(b) - b.y * z(g)) + w.y * (b.x * z(g) - g.x * z(b))
                + z(w) * (g.x * b.y - b.x * g.y)) / divisor
        let blue =
            b.y
            * (w.x * (r.y * z(g) - g.y * z(r)) + w.y * (g.x * z(r) - r.x * z(g))
                + z(w) * (r.x * g.y - g.x * r.y)) / divisor
        return (red, blue)
    }

    private typealias Point = (x: Double, y: Double)

    private static func chromaticities(_ primaries: Int) -> (Point, Point, Point, Point)? {
        let d65 = (0.3127, 0.3290)
        return switch primaries {
        case 1: ((0.640, 0.330), (0.300, 0.600), (0.150, 0.060), d65)
        case 4: ((0.67, 0.33), (0.21, 0.71), (0.14, 0.08), (0.310, 0.316))
        case 5: ((0.64, 0.33), (0.29, 0.60), (0.15, 0.06), d65)
        case 6, 7: ((0.630, 0.340), (0.310, 0.595), (0.155, 0.070), d65)
        case 8: ((0.681, 0.319), (0.243, 0.692), (0.145, 0.049), (0.310, 0.316))
        case 9: ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046), d65)
        case 11: ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), (0.314, 0.351))
        case 12: ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), d65)
        case 22: ((0.630, 0.340), (0.295, 0.605), (0.155, 0.077), d65)
        default: nil
        }
    }
}

/// How a sample becomes a fraction of the target's greatest one.
struct Scale {
    let factor: Double
    let offset: Double

    /// For brightness, alpha, and planes of red, green and blue.
    init(bitDepth: Int, greatest: Int, isFullRange: Bool) {
        let unit = Double(1 << (bitDepth - 8))
        let range = isFullRange ? Double(1 << bitDepth) - 1 : 219 * unit
        factor = Double(greatest) / range
        offset = isFullRange ? 0 : -16 * unit * factor
    }

    /// For planes of colour difference.
    init(chromaOf bitDepth: Int, greatest: Int, isFullRange: Bool) {
        let unit = Double(1 << (bitDepth - 8))
        factor = Double(greatest) / (isFullRange ? Double(1 << bitDepth) - 1 : 224 * unit)
        offset = -Double(1 << (bitDepth - 1)) * factor
    }
}

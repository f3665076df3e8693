/// A colour without its brightness, as CIE 1931 x and y.
struct Chromaticity: Hashable, Sendable {
    let x: Double
    let y: Double

    init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }
}

/// What red, green, blue and white of a space are.
///
/// Source: ITU-T H.273 (07/2024), table 2.
struct Primaries: Hashable, Sendable {
    let red: Chromaticity
    let green: Chromaticity
    let blue: Chromaticity
    let white: Chromaticity

    /// The primaries of a code point; nil for a reserved one. What is unspecified counts as those of sRGB.
    init?(codePoint: Int) {
        let d65 = Chromaticity(0.3127, 0.3290)
        let c = Chromaticity(0.310, 0.316)
        switch codePoint {
        case 1, 2: self.init((0.640, 0.330), (0.300, 0.600), (0.150, 0.060), d65)
        case 4: self.init((0.67, 0.33), (0.21, 0.71), (0.14, 0.08), c)
        case 5: self.init((0.64, 0.33), (0.29, 0.60), (0.15, 0.06), d65)
        case 6, 7: self.init((0.630, 0.340), (0.310, 0.595), (0.155, 0.070), d65)
        case 8: self.init((0.681, 0.319), (0.243, 0.692), (0.145, 0.049), c)
        case 9: self.init((0.708, 0.292), (0.170, 0.797), (0.131, 0.046), d65)
        case 11: self.init((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), Chromaticity(0.314, 0.351))
        case 12: self.init((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), d65)
        case 22: self.init((0.630, 0.340), (0.295, 0.605), (0.155, 0.077), d65)
        default: return nil
        }
    }

    private init(
        _ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double), _ white: Chromaticity
    ) {
        self.red = Chromaticity(red.0, red.1)
        self.green = Chromaticity(green.0, green.1)
        self.blue = Chromaticity(blue.0, blue.1)
        self.white = white
    }
}

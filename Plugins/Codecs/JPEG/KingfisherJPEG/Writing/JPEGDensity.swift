internal import KingfisherCore

/// A printing density as JFIF states it: whole numbers, per inch or per centimetre.
struct JPEGDensity {
    enum Unit: UInt8 {
        case inch = 1
        case centimetre = 2
    }

    let unit: Unit
    let horizontal: UInt16
    let vertical: UInt16

    /// Takes the unit in which rounding changes the density less.
    init(_ density: PixelDensity) {
        let perInch = (density.horizontal * 0.0254, density.vertical * 0.0254)
        let perCentimetre = (density.horizontal / 100, density.vertical / 100)
        let isInch = Self.error(perInch) <= Self.error(perCentimetre)
        unit = isInch ? .inch : .centimetre
        (horizontal, vertical) = Self.rounded(isInch ? perInch : perCentimetre)
    }

    private static func rounded(_ pair: (Double, Double)) -> (UInt16, UInt16) {
        (UInt16(min(max(pair.0.rounded(), 1), 65_535)), UInt16(min(max(pair.1.rounded(), 1), 65_535)))
    }

    /// The greatest change by rounding, relative to the value.
    private static func error(_ pair: (Double, Double)) -> Double {
        let whole = rounded(pair)
        return max(abs(Double(whole.0) / pair.0 - 1), abs(Double(whole.1) / pair.1 - 1))
    }
}

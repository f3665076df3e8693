internal import Foundation

/// The samples of sRGB for amounts of light.
///
/// Source: IEC 61966-2-1.
enum SRGBCurve {
    /// Samples 0...1 for evenly spaced amounts of light 0...1.
    static func samples(steps: Int) -> [Float] {
        (0..<steps).map { step in
            let light = Double(step) / Double(steps - 1)
            return Float(light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055)
        }
    }

    /// The light of red, green and blue that makes a colour, given as CIE XYZ at D50.
    ///
    /// The weights are the inverse of the colorants that profiles of sRGB have: its primaries adapted to D50.
    static func light(of color: SIMD3<Double>) -> SIMD3<Double> {
        var light = SIMD3(3.134_112, -0.978_787, 0.071_983) * color.x
        light += SIMD3(-1.617_392, 1.916_279, -0.228_986) * color.y
        light += SIMD3(-0.490_633, 0.033_455, 1.405_385) * color.z
        return light
    }
}

import Foundation

extension ICCProfile {
    /// Whether pixels of this profile are sRGB, or gray with the tone curve of sRGB, whatever the profile calls itself.
    ///
    /// It is where nothing would change visibly: each tone curve gives every 8-bit sample within half a step of
    /// where sRGB has it, and the primaries mix as those of sRGB do but for 0.0005. A profile that converts by tables is
    /// taken for another space. What writers of sRGB profiles make of it differs by up to 0.4 steps (short tables) and
    /// 0.0003 (rounding).
    ///
    /// Source: IEC 61966-2-1, its primaries adapted to D50 as ICC profiles have them.
    public var isSRGB: Bool {
        let bytes = data.bytes
        for table: StaticString in ["A2B0", "A2B1", "A2B2", "D2B0", "D2B1", "D2B2"]
        where tag(table, in: bytes) != nil {
            return false
        }
        switch colorSpace {
        case .gray: return hasSRGBCurve("kTRC")
        case .rgb:
            return hasSRGBPrimaries && hasSRGBCurve("rTRC") && hasSRGBCurve("gTRC") && hasSRGBCurve("bTRC")
        default: return false
        }
    }

    private func hasSRGBCurve(_ signature: StaticString) -> Bool {
        let bytes = data.bytes
        guard let range = tag(signature, in: bytes), let curve = ICCCurve(bytes.extracting(range)) else {
            return false
        }
        return (0...255).allSatisfy { step in
            let sample = Self.sample(ofLight: curve.light(of: Double(step) / 255))
            return abs(sample * 255 - Double(step)) <= 0.5
        }
    }

    /// The sample that sRGB has for an amount of light.
    private static func sample(ofLight light: Double) -> Double {
        let light = min(max(light, 0), 1)
        return light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    private var hasSRGBPrimaries: Bool {
        let bytes = data.bytes
        for (column, signature) in (["rXYZ", "gXYZ", "bXYZ"] as [StaticString]).enumerated() {
            guard let range = tag(signature, in: bytes) else { return false }
            let element = bytes.extracting(range)
            guard let x = element.fixed(at: 8), let y = element.fixed(at: 12), let z = element.fixed(at: 16)
            else { return false }
            for (row, weights) in Self.fromD50.enumerated() {
                let amount = weights.x * x + weights.y * y + weights.z * z
                if abs(amount - (row == column ? 1 : 0)) > 0.000_5 { return false }
            }
        }
        return true
    }

    /// From the colours of a profile's primaries to red, green and blue of sRGB: the inverse of
    /// (0.43607, 0.22249, 0.01392), (0.38515, 0.71687, 0.09708), (0.14307, 0.06061, 0.71410).
    private static let fromD50: [(x: Double, y: Double, z: Double)] = [
        (3.134_112, -1.617_392, -0.490_633),
        (-0.978_787, 1.916_279, 0.033_455),
        (0.071_983, -0.228_986, 1.405_385),
    ]
}

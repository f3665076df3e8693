internal import Foundation

/// How much light a sample stands for, both 0...1.
enum ToneCurve: Sendable {
    case gamma(Double)
    case sRGB
    case table(@Sendable (Double) -> Double)

    /// The curve of a code point; nil for one that cannot be converted.
    ///
    /// The camera curves of BT.709, BT.601, BT.1361 and BT.2020 (1, 6, 11, 12, 14, 15) count as that of sRGB, as in
    /// viewers: what they describe is how light was filmed, not how samples are shown. So does what is unspecified.
    /// PQ and HLG are brought into the range of an ordinary display: see `HighDynamicRange`.
    ///
    /// Source: ITU-T H.273 (07/2024), table 3.
    init?(transfer codePoint: Int) {
        switch codePoint {
        case 1, 2, 6, 11, 12, 13, 14, 15: self = .sRGB
        case 4: self = .gamma(2.2)
        case 5: self = .gamma(2.8)
        case 7: self = .table(Self.smpte240)
        case 8: self = .gamma(1)
        case 16: self = .table(HighDynamicRange.shownPQ)
        case 17: self = .table { min(pow($0, 2.6) * 52.37 / 48, 1) }
        case 18: self = .table(HighDynamicRange.shownHLG)
        default: return nil
        }
    }

    @Sendable private static func smpte240(_ sample: Double) -> Double {
        sample < 0.0913 ? sample / 4 : pow((sample + 0.1115) / 1.1115, 1 / 0.45)
    }
}

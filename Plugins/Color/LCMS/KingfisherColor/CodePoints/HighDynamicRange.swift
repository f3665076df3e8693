internal import Foundation

/// How samples of high dynamic range are shown on an ordinary display, each channel by itself.
///
/// White paper (203 cd/m²) becomes full white. The picture is taken to reach 1,000 cd/m²; brighter light is cut.
/// Light up to about 90 cd/m² keeps its brightness, and what is between there and 1,000 is pressed together, by the
/// curve of BT.2390. As it works on red, green and blue one by one, bright saturated colours turn paler. The metadata
/// of a file's own peak is not read.
///
/// Source: SMPTE ST 2084 (PQ), ITU-R BT.2100 (HLG), BT.2408 (white paper), BT.2390-10, section 5.4.1 (the curve).
enum HighDynamicRange {
    /// The light of white paper and of the brightest spot, in cd/m².
    private static let white = 203.0
    private static let peak = 1000.0

    /// The shown light of a PQ sample.
    @Sendable static func shownPQ(_ sample: Double) -> Double {
        light(ofPQ: pressed(min(sample, peakSample))) / white
    }

    /// The shown light of an HLG sample, as a display of 1,000 cd/m² and a system gamma of 1.2 has it.
    @Sendable static func shownHLG(_ sample: Double) -> Double {
        let scene = sample <= 0.5 ? sample * sample / 3 : (exp((sample - c) / a) + b) / 12
        return light(ofPQ: pressed(self.sample(ofLight: min(pow(scene, 1.2), 1) * peak))) / white
    }

    // The constants of HLG.
    private static let a = 0.178_832_77
    private static let b = 0.284_668_92
    private static let c = 0.559_910_73

    private static let peakSample = sample(ofLight: peak)
    private static let whiteSample = sample(ofLight: white)

    /// A PQ sample up to that of the peak, pressed into the range up to white: a straight line, then a Hermite spline.
    private static func pressed(_ sample: Double) -> Double {
        let most = whiteSample / peakSample
        let knee = 1.5 * most - 0.5
        let relative = sample / peakSample
        guard relative > knee else { return sample }
        let t = (relative - knee) / (1 - knee)
        let (square, cube) = (t * t, t * t * t)
        let spline =
            (2 * cube - 3 * square + 1) * knee + (cube - 2 * square + t) * (1 - knee)
            + (3 * square - 2 * cube) * most
        return spline * peakSample
    }

    // The constants of PQ.
    private static let m1 = 2610.0 / 16_384
    private static let m2 = 2523.0 / 4096 * 128
    private static let c1 = 3424.0 / 4096
    private static let c2 = 2413.0 / 4096 * 32
    private static let c3 = 2392.0 / 4096 * 32

    /// The light of a PQ sample, in cd/m².
    private static func light(ofPQ sample: Double) -> Double {
        let power = pow(max(sample, 0), 1 / m2)
        return 10_000 * pow(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
    }

    private static func sample(ofLight light: Double) -> Double {
        let power = pow(light / 10_000, m1)
        return pow((c1 + c2 * power) / (1 + c3 * power), m2)
    }
}

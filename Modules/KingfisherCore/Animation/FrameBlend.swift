/// How a row of a frame is laid over a row of the canvas, both with straight alpha, the last sample of each pixel.
///
/// Formats differ in their rounding; a codec that has to equal its format's reference brings its own.
public struct FrameBlend: Sendable {
    /// Lays the source over the target, in place; both hold the same number of whole pixels.
    public typealias Row<Sample> =
        @Sendable (
            _ source: Span<Sample>, _ target: inout MutableSpan<Sample>, _ channels: Int
        ) -> Void

    let eight: Row<UInt8>
    let sixteen: Row<UInt16>
    /// Whether a frame replaces, rather than covers, what is known to be empty.
    let replacesCleared: Bool

    /// Makes a blend; a depth that is not given is blended as `straightOver` does.
    /// - Parameter replacesCleared: Whether a frame replaces the rectangle that the one before it cleared, and a canvas
    ///   that is empty, even where it is laid over the rest. Matters to a blend that over nothing does not give the source.
    public init(
        replacesCleared: Bool = false,
        eight: @escaping Row<UInt8> = { Self.over($0, &$1, channels: $2) },
        sixteen: @escaping Row<UInt16> = { Self.over($0, &$1, channels: $2) }
    ) {
        self.replacesCleared = replacesCleared
        self.eight = eight
        self.sixteen = sixteen
    }

    /// Source over target, each sample rounded to the nearest value.
    ///
    /// Source: T. Porter, T. Duff, "Compositing Digital Images" (1984), solved for straight alpha.
    public static let straightOver = FrameBlend()

    /// Lays one row over another, each sample rounded to the nearest value.
    public static func over<Sample: FixedWidthInteger & UnsignedInteger>(
        _ source: Span<Sample>, _ target: inout MutableSpan<Sample>, channels: Int
    ) {
        let most = UInt64(Sample.max)
        for start in stride(from: 0, to: source.count, by: channels) {
            let last = start + channels - 1
            let (above, below) = (UInt64(source[last]), UInt64(target[last]))
            if above == 0 { continue }
            if above == most || below == 0 {
                for index in start...last { target[index] = source[index] }
                continue
            }
            let rest = below * (most - above)
            let alpha = above * most + rest
            for index in start..<last {
                let color = UInt64(source[index]) * above * most + UInt64(target[index]) * rest
                target[index] = Sample(truncatingIfNeeded: (color + alpha / 2) / alpha)
            }
            target[last] = Sample(truncatingIfNeeded: (alpha + most / 2) / most)
        }
    }
}

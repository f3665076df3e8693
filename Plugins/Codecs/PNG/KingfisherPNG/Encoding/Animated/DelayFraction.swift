/// A duration as a fraction of 16-bit numbers, in seconds: exact where there is one, else the nearest.
struct DelayFraction: Equatable {
    let numerator: UInt16
    let denominator: UInt16

    /// Takes a duration; below 0 counts as 0, more than 65,535 seconds as that.
    init(_ duration: Duration) {
        let most = Int64(UInt16.max)
        let (seconds, attoseconds) = duration.components
        guard seconds < most, seconds >= 0, attoseconds >= 0 else {
            self.init(seconds < 0 || attoseconds < 0 ? 0 : UInt16.max, 1)
            return
        }
        // Continued fraction of the part below a second, as long as both numbers of the whole fit.
        // What a duration lost when it was itself divided, as for a 30th of a second, no longer fits and falls away.
        var (above, below) = (attoseconds, Int64(1_000_000_000_000_000_000))
        var (last, current) = ((1, 0) as (Int64, Int64), (seconds, 1) as (Int64, Int64))
        var best = current
        while above > 0 {
            let (quotient, rest) = below.quotientAndRemainder(dividingBy: above)
            let room =
                [
                    current.0 > 0 ? (most - last.0) / current.0 : .max, (most - last.1) / current.1,
                ].min() ?? 0
            let step = min(quotient, room)
            let next = (step * current.0 + last.0, step * current.1 + last.1)
            // A convergent that had to be cut short is nearer than the one before only beyond half its way.
            guard step == quotient else {
                if step * 2 > quotient { best = next }
                break
            }
            (last, current) = (current, next)
            best = current
            (above, below) = (rest, above)
        }
        self.init(UInt16(clamping: best.0), UInt16(clamping: best.1))
    }

    private init(_ numerator: UInt16, _ denominator: UInt16) {
        self.numerator = numerator
        self.denominator = denominator
    }
}

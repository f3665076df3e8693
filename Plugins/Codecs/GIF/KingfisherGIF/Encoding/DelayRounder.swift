internal import KingfisherCore

/// Turns durations into hundredths of a second, so that what rounding takes from one the next ones get.
struct DelayRounder {
    /// Browsers take less for no speed at all.
    static let least = 2

    /// The end of the frames so far, as it should be and as it is written.
    private var wanted = Duration.zero
    private var written = 0

    /// The delay of the next frame, at least `least` and at most what GIF can state.
    mutating func delay(for duration: Duration) -> Int {
        wanted += max(duration, .zero)
        let hundredths = Int((wanted / .milliseconds(10)).rounded())
        let delay = min(max(hundredths - written, Self.least), Int(UInt16.max))
        written += delay
        return delay
    }
}

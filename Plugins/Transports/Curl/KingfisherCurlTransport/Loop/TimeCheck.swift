/// When the time limits have to be looked at next.
///
/// Progress only moves limits further away, so looking at the earliest of those last seen misses none, and thousands of
/// transfers cost no timers.
struct TimeCheck {
    /// Limits that lie closer together than this are looked at together.
    private static let grain = Duration.milliseconds(5)

    private var next: Duration?

    /// Notes that a limit cannot pass for so long; nil for one that never will.
    mutating func note(_ remaining: Duration?, from now: Duration) {
        guard let remaining else { return }
        let time = now + remaining
        next = min(next ?? time, time)
    }

    /// Whether it is time to look; forgets the time then, so that every limit is to be noted anew.
    mutating func isDue(at now: Duration) -> Bool {
        guard let next, now >= next else { return false }
        self.next = nil
        return true
    }

    /// Milliseconds to wait at most; below 0 for no bound.
    func wait(from now: Duration) -> Int64 {
        guard let next else { return -1 }
        guard next > now else { return 0 }
        let (seconds, attoseconds) = (next - now + Self.grain).components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}

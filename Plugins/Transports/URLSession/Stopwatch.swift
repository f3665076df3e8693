/// Measures and sleeps by any clock, with its type of instants out of sight.
struct Stopwatch: Sendable {
    /// The time since the stopwatch was made.
    let elapsed: @Sendable () -> Duration
    /// Sleeps; throws on cancellation.
    let sleep: @Sendable (Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(for: $0) }
    }
}

/// Measures and sleeps by any clock, with its type of instants out of sight.
package struct Stopwatch: Sendable {
    /// The time since the stopwatch was made.
    package let elapsed: @Sendable () -> Duration
    /// Sleeps; throws on cancellation.
    package let sleep: @Sendable (Duration) async throws -> Void

    package init(_ clock: some Clock<Duration>) {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(for: $0) }
    }
}

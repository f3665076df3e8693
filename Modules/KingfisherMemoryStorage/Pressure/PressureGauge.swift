internal import KingfisherCore
internal import Synchronization

/// Tells from the kernel's figures whether memory has become short since it was asked last.
final class PressureGauge: Sendable {
    private struct Last {
        var reading: PressureReading
        var time: ContinuousClock.Instant
    }

    private let last = Lock<Last?>(nil)
    private let root: String

    /// - Parameter root: Where `proc` and `sys` are.
    init(root: String = "/") {
        self.root = root
    }

    /// What came up since the last call; nil for nothing, and for the first call.
    /// - Parameter time: The moment of the call.
    func check(at time: ContinuousClock.Instant = .now) -> MemoryPressure? {
        // Groups change: a process can be moved.
        let reading = PressureReading(groups: ControlGroup.ofThisProcess(root: root), root: root)
        return last.withLock { last in
            defer { last = Last(reading: reading, time: time) }
            return last.flatMap {
                reading.pressure(since: $0.reading, elapsed: (time - $0.time) / .seconds(1))
            }
        }
    }
}

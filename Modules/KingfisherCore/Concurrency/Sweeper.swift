internal import Dispatch
internal import Foundation

/// A timer that runs only while it has something to do. Guarded by the lock of the storage it belongs to.
struct Sweeper {
    private static let queue = DispatchQueue(label: "kingfisher.memory-sweep", qos: .utility)

    private var timer: (any DispatchSourceTimer)?

    var isRunning: Bool { timer != nil }

    /// Runs `sweep` every so many seconds, unless it does already or the interval means never.
    mutating func start(every interval: TimeInterval, _ sweep: @escaping @Sendable () -> Void) {
        guard timer == nil, interval > 0 else { return }
        // A timer cannot be finer than a millisecond, and a month is as good as never to a cache in memory.
        let milliseconds = Int(min(max(interval, 0.001), 30 * 86_400) * 1000)
        let timer = DispatchSource.makeTimerSource(queue: Self.queue)
        timer.schedule(
            deadline: .now() + .milliseconds(milliseconds), repeating: .milliseconds(milliseconds),
            leeway: .milliseconds(milliseconds / 10))
        timer.setEventHandler(handler: sweep)
        timer.activate()
        self.timer = timer
    }

    mutating func stop() {
        timer?.cancel()
        timer = nil
    }
}

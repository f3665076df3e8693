package import Dispatch
package import Foundation

/// A timer that runs only while it has something to do. Guarded by a lock of the storage it belongs to.
package struct Sweeper {
    private var timer: (any DispatchSourceTimer)?

    /// A sweeper that is not running.
    package init() {}

    /// Whether it was started and not stopped.
    package var isRunning: Bool { timer != nil }

    /// Runs `sweep` on a queue every so many seconds, unless it does already or the interval means never.
    package mutating func start(
        every interval: TimeInterval, on queue: DispatchQueue, _ sweep: @escaping @Sendable () -> Void
    ) {
        guard timer == nil, interval > 0 else { return }
        // A timer cannot be finer than a millisecond, and a month is as good as never to a cache.
        let milliseconds = Int(min(max(interval, 0.001), 30 * 86_400) * 1000)
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(
            deadline: .now() + .milliseconds(milliseconds), repeating: .milliseconds(milliseconds),
            leeway: .milliseconds(milliseconds / 10))
        timer.setEventHandler(handler: sweep)
        timer.activate()
        self.timer = timer
    }

    /// Ends it; a sweep that is running ends by itself.
    package mutating func stop() {
        timer?.cancel()
        timer = nil
    }
}

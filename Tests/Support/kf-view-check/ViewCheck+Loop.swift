import Dispatch
import Foundation
import KingfisherGTK

extension ViewCheck {
    /// What the main loop does for Swift.
    static var loop: [ViewCheck] {
        [
            ViewCheck(name: "100,000 hops to the main actor arrive") { stage in try await hops(stage) },
            ViewCheck(name: "an idle loop takes no processor time") { stage in try await idle(stage) },
            ViewCheck(name: "a timer on the main queue fires") { stage in try await timer(stage) },
        ]
    }

    private static func hops(_ stage: Stage) async throws {
        let count = Counter()
        let start = ContinuousClock.now
        for _ in 0..<4 {
            DispatchQueue.global().async {
                for index in 0..<25_000 {
                    if index.isMultiple(of: 2) {
                        Task { @MainActor in count.value += 1 }
                    } else {
                        DispatchQueue.main.async { MainActor.assumeIsolated { count.value += 1 } }
                    }
                }
            }
        }
        try await stage.wait(for: "100,000 hops") { count.value == 100_000 }
        print("100,000 hops in \(ContinuousClock.now - start)")
    }

    private static func idle(_ stage: Stage) async throws {
        let view = stage.shownView()
        // A new window has something to do; after that nothing must be.
        var least = Double.infinity
        for _ in 0..<5 where least >= 2 {
            let before = processorTime()
            try await Task.sleep(for: .seconds(1))
            least = min(least, processorTime() - before)
        }
        print("1 s of idleness took \(least) ms of processor time")
        try stage.expect(least < 2, "an idle loop took \(least) ms of processor time in 1 s")
        _ = view
    }

    private static func timer(_ stage: Stage) async throws {
        let count = Counter()
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now(), repeating: .milliseconds(1))
        timer.setEventHandler { MainActor.assumeIsolated { count.value += 1 } }
        timer.activate()
        try await stage.wait(for: "a timer") { count.value >= 10 }
        timer.cancel()
    }

    /// Milliseconds of processor time that the process has taken.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}

@MainActor
private final class Counter {
    var value = 0
}

import KingfisherCore
import KingfisherPipeline
import KingfisherTestKit

extension ViewContract {
    func indicator() async throws {
        let gate = try Gate()
        let source = try pipeline.serve(width: 11, gate: gate)
        let (view, calls, indicator) = (make(), Completions(), RecordingIndicator())
        view.kf.indicator = indicator
        view.kf.setImage(with: source, manager: pipeline.manager, completionHandler: calls.handler)
        try expect(indicator.isRunning, "the indicator does not run while loading")
        gate.open()
        _ = try await calls.first().get()
        try expect(!indicator.isRunning, "the indicator still runs")
        try expect(indicator.lastProgress == 1, "the indicator ended at \(indicator.lastProgress)")
        view.kf.setImage(with: source, manager: pipeline.manager)
        try expect(indicator.starts == 1, "the indicator was started for a memory hit")
    }

    func indicatorOfNewer() async throws {
        let (first, second) = (try Gate(), try Gate())
        let old = try pipeline.serve(width: 11, gate: first)
        let new = try pipeline.serve(width: 12, gate: second)
        let (view, oldCalls, newCalls) = (make(), Completions(), Completions())
        let (indicator, replacement) = (RecordingIndicator(), RecordingIndicator())
        view.kf.indicator = indicator
        view.kf.setImage(with: old, manager: pipeline.manager, completionHandler: oldCalls.handler)
        view.kf.setImage(with: new, manager: pipeline.manager, completionHandler: newCalls.handler)
        first.open()
        _ = await oldCalls.first()
        try expect(indicator.isRunning, "a stale end stopped the indicator")
        view.kf.indicator = replacement
        try expect(
            !indicator.isRunning && replacement.isRunning,
            "a new indicator did not take over from the old one")
        second.open()
        _ = try await newCalls.first().get()
        try expect(!replacement.isRunning, "the indicator still runs")
    }
}

import KingfisherPipeline

/// An indicator that remembers what it was told.
@MainActor
final class RecordingIndicator: Indicator {
    private(set) var isRunning = false
    private(set) var starts = 0
    private(set) var lastProgress = 0.0

    func startAnimatingView() {
        isRunning = true
        starts += 1
    }

    func stopAnimatingView() {
        isRunning = false
    }

    func show(progress: Double) {
        lastProgress = progress
    }
}

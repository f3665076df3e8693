internal import CKingfisherGTK
import Foundation

/// A transition under way, driven by the display's frames.
@MainActor
final class RunningTransition {
    private let widget: OpaquePointer
    private let duration: TimeInterval
    private let step: @MainActor (Double) -> Void
    private var completion: (@MainActor () -> Void)?
    private var tick: UInt32?
    private var start: Int64?

    /// Starts it.
    /// - Parameters:
    ///   - widget: Whose frames count.
    ///   - duration: Seconds.
    ///   - step: Told the progress with each frame, the last time with 1.
    ///   - completion: Called once, after the last step.
    init(
        of widget: OpaquePointer, duration: TimeInterval, step: @escaping @MainActor (Double) -> Void,
        completion: @escaping @MainActor () -> Void
    ) {
        self.widget = widget
        self.duration = duration
        self.step = step
        self.completion = completion
        tick = WidgetEvents.eachFrame(of: widget) { [weak self] time in self?.advance(to: time) ?? false }
    }

    /// Goes to its last step at once.
    /// - Returns: The completion that is now to be called; nil when it has been called.
    func end() -> (@MainActor () -> Void)? {
        guard let completion = completion.take() else { return nil }
        if let tick = tick.take() { kf_gtk_widget_remove_tick(widget, tick) }
        step(1)
        return completion
    }

    private func advance(to time: Int64) -> Bool {
        guard completion != nil else { return false }
        let start = start ?? time
        self.start = start
        let progress = Double(time - start) / 1_000_000 / duration
        guard progress < 1 else {
            // What returns false is removed by GTK.
            tick = nil
            end()?()
            return false
        }
        step(progress)
        return true
    }
}

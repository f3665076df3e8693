internal import CKingfisherGTK
public import KingfisherCore

/// GTK's main loop, with Swift's main actor in it: what is on `@MainActor`, `DispatchQueue.main` or a dispatch timer
/// there runs between GTK's own events, on the same thread.
///
/// A program that GTK itself or another binding runs makes one and keeps it; a program of its own calls `run`.
@MainActor
public final class MainLoop {
    private let source: UInt32
    private var isRunning = false

    /// Opens the display, and lets its loop run the main actor. To be made on the main thread.
    /// - Throws: `PluginError` with `.unsupportedFeature` where there is no display.
    public init() throws(PluginError) {
        guard kf_gtk_init() else {
            throw PluginError(
                .unsupportedFeature, pluginID: GTKFailure.pluginID,
                message: "There is no display; set WAYLAND_DISPLAY or DISPLAY, or run under xvfb-run.")
        }
        source = kf_gtk_attach_main_queue()
        guard source != 0 else {
            throw PluginError(
                .ioFailed, pluginID: GTKFailure.pluginID,
                message: "The system gave the main queue no event descriptor; close files and try again.")
        }
    }

    isolated deinit {
        kf_gtk_detach_main_queue(source)
    }

    /// Runs the loop on this thread until `quit`.
    ///
    /// Not to be called from a task or a block of the main queue, which would wait for itself.
    /// - Parameter start: Run as the first task on the main actor.
    @available(*, noasync, message: "a task on the main actor cannot wait for the main loop")
    public func run(_ start: @escaping @MainActor () async -> Void) {
        isRunning = true
        Task { await start() }
        while isRunning { kf_gtk_iterate() }
    }

    /// Ends `run` when the event at hand has been handled.
    public func quit() {
        isRunning = false
        kf_gtk_wake()
    }
}

internal import CKingfisherGTK

/// A plain window, for programs that use no other binding of GTK.
@MainActor
public final class Window {
    /// Whether the window has a title and a frame.
    public var isDecorated = true {
        didSet { kf_gtk_window_set_decorated(widget, isDecorated) }
    }
    private let reference: WidgetReference

    /// A window that is not shown yet; its size in points.
    public init(title: String, width: Int, height: Int) {
        reference = WidgetReference(kf_gtk_window_new(title, Int32(clamping: width), Int32(clamping: height)))
        reference.hold(self)
    }

    /// The `GtkWidget`, a `GtkWindow`.
    public var widget: OpaquePointer { reference.widget }

    /// Puts a widget into the window, in place of what is there.
    public func setChild(_ widget: OpaquePointer) {
        kf_gtk_window_set_child(self.widget, widget)
    }

    /// Shows the window; it stays until it is closed.
    public func present() {
        kf_gtk_window_present(widget)
    }

    /// Calls when the window has been closed, by the user or by `close`.
    public func onClose(_ body: @escaping @MainActor () -> Void) {
        WidgetEvents.on("destroy", of: widget, body)
    }

    /// Closes the window.
    public func close() {
        kf_gtk_window_destroy(widget)
    }
}

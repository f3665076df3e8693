internal import CKingfisherGTK

/// A widget that is laid over a view at times.
@MainActor
final class OverlayWidget {
    let handle: OpaquePointer
    private weak var view: ImageView?
    private let fills: Bool

    /// - Parameters:
    ///   - widget: A `GtkWidget`.
    ///   - view: Over whose image it comes to lie.
    ///   - fills: Whether it is as large as the view.
    init(_ widget: OpaquePointer, over view: ImageView, fills: Bool = false) {
        handle = widget
        self.view = view
        self.fills = fills
        kf_gtk_widget_retain(widget)
    }

    isolated deinit {
        kf_gtk_widget_release(handle)
    }

    func show() {
        view?.addOverlay(handle, fills: fills)
    }

    func hide() {
        view?.removeOverlay(handle)
    }
}

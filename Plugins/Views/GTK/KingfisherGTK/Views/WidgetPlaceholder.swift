internal import CKingfisherGTK
public import KingfisherPipeline

/// A widget that fills an `ImageView` while it has no image. For one view at a time; others show nothing of it.
@MainActor
public final class WidgetPlaceholder: Placeholder {
    private let widget: OpaquePointer

    /// A placeholder of a `GtkWidget`.
    public init(_ widget: OpaquePointer) {
        self.widget = widget
        kf_gtk_widget_retain(widget)
    }

    isolated deinit {
        kf_gtk_widget_release(widget)
    }

    /// Lays the widget over the view, which is left without an image.
    public func add(to view: any ImageSettable) {
        view.image = nil
        (view as? ImageView)?.addOverlay(widget, fills: true)
    }

    /// Takes the widget away.
    public func remove(from view: any ImageSettable) {
        (view as? ImageView)?.removeOverlay(widget)
    }
}

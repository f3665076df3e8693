internal import CKingfisherGTK
public import KingfisherCore
public import KingfisherPipeline

/// Gives images to a widget that another part of the program made: a `GtkImage`, or a `GtkButton`, whose child becomes
/// the image. Without transitions.
///
/// Lives as long as somebody holds it or the widget is in use; ask `WidgetImage(for:)` once a widget.
@MainActor
public final class WidgetImage: ImageSettable {
    /// What loads remember of the widget.
    public let imageSetting = ImageSetting()
    private let reference: WidgetReference
    private let paintable = ImagePaintable()

    /// - Returns: nil for a widget of another kind.
    public init?(for widget: OpaquePointer) {
        guard kf_gtk_widget_show_paintable(widget, paintable.handle) else { return nil }
        reference = WidgetReference(widget)
        reference.hold(self)
    }

    /// What is shown now.
    public var image: Image? {
        didSet { paintable.show(image) }
    }
}

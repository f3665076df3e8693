internal import CKingfisherGTK
public import KingfisherCore
public import KingfisherPipeline

/// A widget that shows an image, and what stands in for it.
///
/// `widget` is a `GtkWidget` to put wherever GTK takes one. The view lives as long as somebody holds it or its widget is
/// in use. Of an animation it shows the first frame.
@MainActor
public final class ImageView: ImageSettable {
    /// What loads remember of the view.
    public let imageSetting = ImageSetting()
    /// How the image is laid into the view; `.contain` unless set.
    public var contentFit: ContentFit = .contain {
        didSet { kf_gtk_picture_set_fit(picture, Int32(contentFit.rawValue)) }
    }
    /// What a screen reader says; nothing when nil.
    public var accessibleDescription: String? {
        didSet { kf_gtk_picture_set_description(picture, accessibleDescription) }
    }
    private var shown: Image?
    private let reference: WidgetReference
    private let picture: OpaquePointer
    private let paintable = ImagePaintable()
    private var transition: RunningTransition?

    /// An empty view. `MainLoop` must have been made.
    public init() {
        picture = kf_gtk_picture_new(paintable.handle)
        reference = WidgetReference(kf_gtk_overlay_new(picture))
        reference.hold(self)
        // Frames come to visible widgets only.
        WidgetEvents.on("unmap", of: reference.widget) { [weak self] in self?.transition.take()?.end()?() }
    }

    /// The `GtkWidget`, a `GtkOverlay`; the view's own reference.
    public var widget: OpaquePointer { reference.widget }

    /// What is shown now. Setting it ends a transition.
    public var image: Image? {
        get { shown }
        set {
            let ended = transition.take()?.end()
            shown = newValue
            paintable.show(newValue)
            ended?()
        }
    }

    /// Opacity of the whole view, 0...1, for custom transitions.
    public var opacity: Double {
        get { kf_gtk_widget_opacity(widget) }
        set { kf_gtk_widget_set_opacity(widget, newValue) }
    }

    /// Asks for at least this size, in points; -1 for that of the image.
    public func requestSize(width: Int, height: Int) {
        kf_gtk_widget_set_size(widget, Int32(clamping: width), Int32(clamping: height))
    }

    /// Shows an image by a transition; at once where the view is not seen, or the user wants no animations.
    public func show(
        _ image: Image, transition: ImageTransition, completion: @escaping @MainActor () -> Void
    ) {
        guard !transition.isNone, kf_gtk_widget_is_mapped(widget), kf_gtk_widget_animates(widget) else {
            self.image = image
            return completion()
        }
        let ended = self.transition.take()?.end()
        shown = image
        let step: @MainActor (Double) -> Void
        if case .custom(_, let animation) = transition {
            paintable.show(image)
            step = { [weak self] progress in if let self { animation(self, progress) } }
        } else {
            paintable.begin(image, by: transition)
            step = { [paintable] progress in paintable.step(progress) }
        }
        self.transition = RunningTransition(
            of: widget, duration: transition.duration, step: step, completion: completion)
        ended?()
    }

    /// Lays a widget over the image.
    /// - Parameters:
    ///   - widget: A `GtkWidget`.
    ///   - fills: Whether it is as large as the view, rather than in its middle.
    public func addOverlay(_ widget: OpaquePointer, fills: Bool = false) {
        kf_gtk_overlay_add(self.widget, widget, fills)
    }

    /// Takes a widget away that was laid over the image; nothing where it was not.
    public func removeOverlay(_ widget: OpaquePointer) {
        kf_gtk_overlay_remove(self.widget, widget)
    }
}

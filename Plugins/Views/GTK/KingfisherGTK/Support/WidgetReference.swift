internal import CKingfisherGTK

/// A Swift object's hold on its widget.
///
/// The widget lives as long as the object, and the object as long as the widget is in use elsewhere, in a window say:
/// a view need not be kept beside its widget, and neither keeps the other when both are forgotten. It is what GObject
/// has toggle references for.
@MainActor
final class WidgetReference {
    let widget: OpaquePointer
    private weak var peer: AnyObject?
    private var held: AnyObject?

    /// - Parameters:
    ///   - widget: A new widget.
    ///   - peer: What is to live as long as the widget is in use.
    init(_ widget: OpaquePointer) {
        self.widget = widget
        kf_gtk_widget_own(widget, Unmanaged.passUnretained(self).toOpaque(), toggled)
    }

    /// Names the object that is to live as long as the widget is in use.
    func hold(_ peer: AnyObject) {
        self.peer = peer
    }

    isolated deinit {
        kf_gtk_widget_disown(widget, Unmanaged.passUnretained(self).toOpaque(), toggled)
    }

    fileprivate func noteUse(_ isUsed: Bool) {
        held = isUsed ? peer : nil
    }
}

private func toggled(_ reference: UnsafeMutableRawPointer?, _ isLast: Bool) {
    guard let reference else { return }
    let object = Unmanaged<WidgetReference>.fromOpaque(reference).takeUnretainedValue()
    MainActor.assumeIsolated { object.noteUse(!isLast) }
}

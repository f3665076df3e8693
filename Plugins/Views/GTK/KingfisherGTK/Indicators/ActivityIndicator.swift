internal import CKingfisherGTK
import KingfisherPipeline

/// A spinner in the middle of the view.
@MainActor
final class ActivityIndicator: Indicator {
    private let overlay: OverlayWidget

    init(in view: ImageView) {
        overlay = OverlayWidget(kf_gtk_spinner_new(), over: view)
        kf_gtk_widget_set_size(overlay.handle, 32, 32)
    }

    func startAnimatingView() {
        kf_gtk_spinner_set_running(overlay.handle, true)
        overlay.show()
    }

    func stopAnimatingView() {
        kf_gtk_spinner_set_running(overlay.handle, false)
        overlay.hide()
    }
}

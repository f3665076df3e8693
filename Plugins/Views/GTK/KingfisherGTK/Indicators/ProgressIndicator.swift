internal import CKingfisherGTK
import KingfisherPipeline

/// A bar in the middle of the view that fills as the bytes arrive.
@MainActor
final class ProgressIndicator: Indicator {
    private let overlay: OverlayWidget

    init(in view: ImageView) {
        overlay = OverlayWidget(kf_gtk_progress_new(), over: view)
    }

    func startAnimatingView() {
        show(progress: 0)
        overlay.show()
    }

    func stopAnimatingView() {
        overlay.hide()
    }

    func show(progress: Double) {
        kf_gtk_progress_set(overlay.handle, min(max(progress, 0), 1))
    }
}

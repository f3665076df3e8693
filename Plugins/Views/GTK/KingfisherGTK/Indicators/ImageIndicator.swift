internal import CKingfisherGTK
import KingfisherCore
import KingfisherPipeline

/// An image in the middle of the view.
@MainActor
final class ImageIndicator: Indicator {
    let image: Image
    private let overlay: OverlayWidget

    init(_ image: Image, in view: ImageView) {
        self.image = image
        let paintable = ImagePaintable()
        paintable.show(image)
        let picture = withExtendedLifetime(paintable) { kf_gtk_picture_new(paintable.handle)! }
        overlay = OverlayWidget(picture, over: view)
    }

    func startAnimatingView() {
        overlay.show()
    }

    func stopAnimatingView() {
        overlay.hide()
    }
}

internal import CKingfisherGTK
import Foundation
import KingfisherCore
import KingfisherPipeline

/// What a picture paints: an image, or one on its way to another.
@MainActor
final class ImagePaintable {
    let handle: OpaquePointer

    init() {
        handle = kf_gtk_paintable_new()
    }

    isolated deinit {
        kf_gtk_paintable_free(handle)
    }

    /// Paints an image, or nothing.
    func show(_ image: Image?) {
        withTexture(of: image) { kf_gtk_paintable_show(handle, $0, Double(image?.scale ?? 1)) }
    }

    /// Comes to paint an image by the steps that follow.
    func begin(_ image: Image, by transition: ImageTransition) {
        withTexture(of: image) {
            kf_gtk_paintable_begin(handle, $0, Double(image.scale), transition.kind)
        }
    }

    /// - Parameter progress: 0...1; at 1 the transition is over.
    func step(_ progress: Double) {
        kf_gtk_paintable_step(handle, progress)
    }

    /// Nothing is painted of an image that there is no memory for.
    private func withTexture(of image: Image?, _ body: (OpaquePointer?) -> Void) {
        let texture = image.flatMap { try? Texture($0.pixels) }
        // The paintable takes a reference of its own.
        withExtendedLifetime(texture) { body(texture?.handle) }
    }
}

extension ImageTransition {
    /// How the paintable calls it.
    fileprivate var kind: Int32 {
        let kind =
            switch self {
            case .flipFromLeft: KF_GTK_FLIP_LEFT
            case .flipFromRight: KF_GTK_FLIP_RIGHT
            case .flipFromTop: KF_GTK_FLIP_TOP
            case .flipFromBottom: KF_GTK_FLIP_BOTTOM
            case .none, .fade, .custom: KF_GTK_FADE
            }
        return Int32(kind)
    }
}

internal import CKingfisherGTK
import KingfisherCore

/// An image as the display takes it.
///
/// Lends the image's own pixels where GTK has a format for them (RGB and RGBA of 8 and 16 bits, straight or
/// premultiplied); gray is made RGB first. Without colour management: what is not sRGB is to be converted before.
@MainActor
final class Texture {
    let handle: OpaquePointer

    /// - Throws: `PluginError` with `.outOfMemory` where gray pixels cannot be made RGB, and `.limitExceeded` for sides
    ///   beyond what GTK counts with.
    init(_ pixels: PixelBuffer) throws {
        let pixels = try Self.displayable(pixels)
        let layout = pixels.layout
        guard let width = Int32(exactly: layout.width), let height = Int32(exactly: layout.height) else {
            throw PluginError(
                .limitExceeded, pluginID: GTKFailure.pluginID,
                message: "A texture cannot be \(layout.width)x\(layout.height) pixels; downsample the image.")
        }
        // The pixels lie in a block of their own, which neither moves nor changes while a `PixelBuffer` holds it.
        let owner = Unmanaged.passRetained(LentPixels(pixels))
        let texture = pixels.withBytes { bytes in
            bytes.withUnsafeBytes { bytes in
                kf_gtk_texture_new(
                    bytes.baseAddress, width, height, Int32(layout.channels.count),
                    Int32(layout.depth.rawValue), layout.alphaMode == .premultiplied, owner.toOpaque(),
                    releaseObject)
            }
        }
        guard let texture else { preconditionFailure("GTK has a format for all that is displayable") }
        handle = texture
    }

    isolated deinit {
        kf_gtk_texture_free(handle)
    }

    private static func displayable(_ pixels: PixelBuffer) throws -> PixelBuffer {
        guard !pixels.layout.channels.hasColor else { return pixels }
        let depth = pixels.layout.depth
        return try pixels.converted(to: PixelKind(pixels.layout.channels.hasAlpha ? .rgba : .rgb, depth))
    }
}

/// Keeps pixels while a texture shows them.
private final class LentPixels: Sendable {
    let pixels: PixelBuffer

    init(_ pixels: PixelBuffer) {
        self.pixels = pixels
    }
}

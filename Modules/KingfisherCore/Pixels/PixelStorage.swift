import Foundation

/// The block of memory beneath a `PixelCanvas`, later shared by `PixelBuffer` values.
///
/// Zero-filled at allocation, so that no path can show another image's memory.
// Safe: written only through the one `PixelCanvas` that owns it; `freeze()` ends that ownership, after which
// nothing writes to it any more.
@safe final class PixelStorage: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer

    init(byteCount: Int) throws(PluginError) {
        guard let memory = unsafe calloc(byteCount, 1) else {
            throw PluginError(
                .outOfMemory, pluginID: "core",
                message: "The system has no \(byteCount) bytes for an image; decode it smaller.")
        }
        unsafe bytes = UnsafeMutableRawBufferPointer(start: memory, count: byteCount)
    }

    deinit {
        unsafe free(bytes.baseAddress)
    }
}

internal import CWebP
internal import Foundation
internal import KingfisherCore

/// Owns a picture in the form that the library encodes; freed on every path.
struct WebPSourcePicture: ~Copyable {
    /// In one place, since the library's callbacks refer to it.
    let handle: UnsafeMutablePointer<WebPPicture>

    private init(handle: UnsafeMutablePointer<WebPPicture>) {
        self.handle = handle
    }

    deinit {
        WebPPictureFree(handle)
        handle.deallocate()
    }

    /// Takes over pixels.
    /// - Parameter asARGB: Whether as red, green and blue, as needed without loss and for animations; else as luma and
    ///   chroma, which is what the lossy coder works on.
    static func open(_ pixels: PixelBuffer, asARGB: Bool) throws -> WebPSourcePicture {
        let handle = UnsafeMutablePointer<WebPPicture>.allocate(capacity: 1)
        handle.initialize(to: WebPPicture())
        // With a library of another version nothing is set, and the import fails.
        _ = WebPPictureInit(handle)
        let picture = WebPSourcePicture(handle: handle)
        handle.pointee.use_argb = asARGB ? 1 : 0
        handle.pointee.width = Int32(clamping: pixels.width)
        handle.pointee.height = Int32(clamping: pixels.height)
        handle.pointee.progress_hook = { _, _ in WorkCancellation.isCancelled ? 0 : 1 }
        let hasAlpha = pixels.layout.channels.hasAlpha
        let converted = try pixels.converted(to: PixelKind(hasAlpha ? .rgba : .rgb))
        let bytesPerRow = Int32(clamping: converted.layout.bytesPerRow)
        let isImported = converted.withSamples8 { samples in
            samples.withUnsafeBufferPointer { samples in
                hasAlpha
                    ? WebPPictureImportRGBA(handle, samples.baseAddress, bytesPerRow)
                    : WebPPictureImportRGB(handle, samples.baseAddress, bytesPerRow)
            }
        }
        guard isImported != 0 else { throw CodecFailure.webp.outOfMemory }
        return picture
    }

    /// Encodes a still image.
    /// - Throws: `PluginError`, or `CancellationError`.
    static func encode(_ pixels: PixelBuffer, _ settings: WebPSettings) throws -> Data {
        let picture = try open(pixels, asARGB: settings.isLossless)
        var config = settings.config
        var writer = WebPMemoryWriter()
        WebPMemoryWriterInit(&writer)
        let isEncoded = withUnsafeMutablePointer(to: &writer) { writer in
            picture.handle.pointee.writer = WebPMemoryWrite
            picture.handle.pointee.custom_ptr = UnsafeMutableRawPointer(writer)
            return WebPEncode(&config, picture.handle)
        }
        guard isEncoded != 0, let bytes = writer.mem else {
            WebPMemoryWriterClear(&writer)
            throw WebPFailure.writing(picture.handle.pointee.error_code)
        }
        return Data(ownedByLibrary: bytes, count: writer.size)
    }
}

extension Data {
    /// Takes over bytes that the library allocated.
    init(ownedByLibrary bytes: UnsafeMutableRawPointer, count: Int) {
        self.init(bytesNoCopy: bytes, count: count, deallocator: .custom { bytes, _ in WebPFree(bytes) })
    }
}

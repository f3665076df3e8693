internal import CWebP
internal import KingfisherCore

/// Owns one incremental decoder of the library, which writes into a canvas as far as the bytes go; freed on every path.
struct WebPRowReader: ~Copyable {
    private let handle: OpaquePointer
    /// Referred to by the decoder, so that it stays in one place for as long as that lives.
    private let config: UnsafeMutablePointer<WebPDecoderConfig>

    private init(handle: OpaquePointer, config: UnsafeMutablePointer<WebPDecoderConfig>) {
        self.handle = handle
        self.config = config
    }

    deinit {
        WebPIDelete(handle)
        config.deallocate()
    }

    /// Makes a reader for canvases of a layout: 8 bits, RGB or RGBA.
    static func open(_ layout: PixelLayout, isScaled: Bool) throws(PluginError) -> WebPRowReader {
        let config = UnsafeMutablePointer<WebPDecoderConfig>.allocate(capacity: 1)
        config.initialize(to: WebPDecoderConfig())
        guard WebPInitDecoderConfig(config) != 0 else {
            config.deallocate()
            throw PluginError(
                .unsupportedFeature, pluginID: WebPPlugin.id,
                message: "The libwebp of this system is another version than the one built with. Build again."
            )
        }
        config.pointee.output.colorspace = layout.channels.hasAlpha ? MODE_RGBA : MODE_RGB
        config.pointee.output.is_external_memory = 1
        config.pointee.output.u.RGBA.stride = Int32(clamping: layout.bytesPerRow)
        config.pointee.output.u.RGBA.size = layout.byteCount
        if isScaled {
            config.pointee.options.use_scaling = 1
            config.pointee.options.scaled_width = Int32(clamping: layout.width)
            config.pointee.options.scaled_height = Int32(clamping: layout.height)
        }
        guard let handle = WebPIDecode(nil, 0, config) else {
            config.deallocate()
            throw CodecFailure.webp.outOfMemory
        }
        return WebPRowReader(handle: handle, config: config)
    }

    /// Decodes as far as the bytes go.
    /// - Parameters:
    ///   - bytes: The image from its start; each time more of it, at the same place or another.
    ///   - canvas: The same canvas each time.
    /// - Returns: Whether all rows are there.
    /// - Throws: `PluginError`: `.corrupt`, `.unsupportedFeature` or `.outOfMemory`.
    func read(_ bytes: RawSpan, into canvas: inout PixelCanvas) throws(PluginError) -> Bool {
        let status = canvas.withMutableBytes { rows in
            rows.withUnsafeMutableBytes { rows in
                bytes.withUnsafeBytes { bytes in
                    config.pointee.output.u.RGBA.rgba =
                        rows.assumingMemoryBound(to: UInt8.self).baseAddress
                    return WebPIUpdate(
                        handle, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count)
                }
            }
        }
        switch status {
        case VP8_STATUS_OK: return true
        case VP8_STATUS_SUSPENDED, VP8_STATUS_NOT_ENOUGH_DATA: return false
        default: throw WebPFailure.reading(status)
        }
    }

    /// Rows of the canvas written so far.
    var rowCount: Int {
        var rows: Int32 = 0
        return WebPIDecGetRGB(handle, &rows, nil, nil, nil) == nil ? 0 : Int(rows)
    }
}

internal import CWebP
internal import KingfisherCore

extension CodecFailure {
    static let webp = CodecFailure(format: "WebP", pluginID: WebPPlugin.id)
}

/// Turns what the library reports into errors.
enum WebPFailure {
    /// What a failed read throws.
    static func reading(_ status: VP8StatusCode) -> PluginError {
        switch status {
        case VP8_STATUS_OUT_OF_MEMORY: CodecFailure.webp.outOfMemory
        case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED:
            CodecFailure.webp.truncated("the data end inside its header")
        case VP8_STATUS_UNSUPPORTED_FEATURE:
            CodecFailure.webp.unsupported(
                "it uses a feature that libwebp does not know", advice: "Convert it with a newer program.")
        default: CodecFailure.webp.corrupt("its image data contradict themselves")
        }
    }

    /// What a failed encode throws.
    static func writing(_ code: WebPEncodingError) -> any Error {
        switch code {
        case VP8_ENC_ERROR_USER_ABORT: CancellationError()
        case VP8_ENC_ERROR_OUT_OF_MEMORY, VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY:
            CodecFailure.webp.outOfMemory
        case VP8_ENC_ERROR_PARTITION0_OVERFLOW, VP8_ENC_ERROR_PARTITION_OVERFLOW:
            CodecFailure.webp.encoding(
                "it has more detail than the format holds",
                advice: "Lower the quality, or encode without loss.")
        case VP8_ENC_ERROR_FILE_TOO_BIG: CodecFailure.webp.encoding("the file would exceed 4 GiB")
        default: CodecFailure.webp.encoding("libwebp refused it with code \(code.rawValue)")
        }
    }
}

internal import CWebP
internal import KingfisherCore

/// Turns what the library reports into errors.
enum WebPFailure {
    static let outOfMemory = PluginError(
        .outOfMemory, pluginID: WebPPlugin.id,
        message: "The system has no memory left to work on a WebP. "
            + "Decode it smaller, or fewer images at once.")

    static func truncated(_ detail: String) -> PluginError {
        PluginError(
            .truncated, pluginID: WebPPlugin.id, message: "The WebP is cut short: \(detail). Fetch it again.")
    }

    static func corrupt(_ detail: String) -> PluginError {
        PluginError(
            .corrupt, pluginID: WebPPlugin.id,
            message: "The WebP is damaged: \(detail). Fetch it again or repair it.")
    }

    static func encoding(_ detail: String) -> PluginError {
        PluginError(
            .encodingFailed, pluginID: WebPPlugin.id,
            message: "The image cannot be written as WebP: \(detail)."
        )
    }

    /// What a failed read throws.
    static func reading(_ status: VP8StatusCode) -> PluginError {
        switch status {
        case VP8_STATUS_OUT_OF_MEMORY: outOfMemory
        case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: truncated("the data end inside its header")
        case VP8_STATUS_UNSUPPORTED_FEATURE:
            PluginError(
                .unsupportedFeature, pluginID: WebPPlugin.id,
                message: "This kind of WebP cannot be decoded: it uses a feature that libwebp does not know. "
                    + "Convert it with a newer program.")
        default: corrupt("its image data contradict themselves")
        }
    }

    /// What a failed encode throws.
    static func writing(_ code: WebPEncodingError) -> any Error {
        switch code {
        case VP8_ENC_ERROR_USER_ABORT: CancellationError()
        case VP8_ENC_ERROR_OUT_OF_MEMORY, VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY: outOfMemory
        case VP8_ENC_ERROR_PARTITION0_OVERFLOW, VP8_ENC_ERROR_PARTITION_OVERFLOW:
            encoding("it has more detail than the format holds. Lower the quality, or encode without loss")
        case VP8_ENC_ERROR_FILE_TOO_BIG: encoding("the file would exceed 4 GiB. Make the image smaller")
        default: encoding("libwebp refused it with code \(code.rawValue)")
        }
    }
}

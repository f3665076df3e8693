internal import CKingfisherJPEG
internal import KingfisherCore

/// Turns the statuses of the C library into errors.
enum JPEGFailure {
    static let outOfMemory = PluginError(
        .outOfMemory, pluginID: JPEGPlugin.id,
        message: "The system has no memory left to work on a JPEG. "
            + "Decode it smaller, or fewer images at once.")

    static let cut = truncated("the data end before the image does")
    static let cutInHeader = truncated("the data end inside the header")
    static let ambiguousSize = corrupt("its size can be read in two ways")

    static func truncated(_ detail: String) -> PluginError {
        PluginError(
            .truncated, pluginID: JPEGPlugin.id, message: "The JPEG is cut short: \(detail). Fetch it again.")
    }

    static func corrupt(_ detail: String) -> PluginError {
        PluginError(
            .corrupt, pluginID: JPEGPlugin.id,
            message: "The JPEG is damaged: \(detail). Fetch it again or repair it.")
    }

    static func unsupported(_ detail: String) -> PluginError {
        PluginError(
            .unsupportedFeature, pluginID: JPEGPlugin.id,
            message:
                "This kind of JPEG cannot be decoded: \(detail). Convert it to 8-bit baseline or progressive JPEG."
        )
    }

    /// What a failed read throws.
    static func reading(_ status: kf_jpeg_status, message: String) -> any Error {
        switch status {
        case KF_JPEG_TRUNCATED: truncated(message)
        case KF_JPEG_UNSUPPORTED: unsupported(message)
        case KF_JPEG_OVER_LIMIT:
            PluginError(
                .limitExceeded, pluginID: JPEGPlugin.id,
                message: "The JPEG asks for too much: \(message). Convert it to baseline JPEG.")
        case KF_JPEG_CANCELLED: CancellationError()
        case KF_JPEG_OUT_OF_MEMORY: outOfMemory
        default: corrupt(message)
        }
    }

    /// What a failed write throws.
    static func writing(_ status: kf_jpeg_status, message: String) -> any Error {
        switch status {
        case KF_JPEG_CANCELLED: CancellationError()
        case KF_JPEG_OUT_OF_MEMORY: outOfMemory
        default:
            PluginError(
                .encodingFailed, pluginID: JPEGPlugin.id,
                message: "The image cannot be written as JPEG: \(message). "
                    + "Make it smaller or write another format.")
        }
    }
}

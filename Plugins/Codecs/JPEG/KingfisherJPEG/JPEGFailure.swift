internal import CKingfisherJPEG
internal import KingfisherCore

extension CodecFailure {
    static let jpeg = CodecFailure(format: "JPEG", pluginID: JPEGPlugin.id)
}

/// Turns the statuses of the C library into errors.
enum JPEGFailure {
    static let cut = CodecFailure.jpeg.truncated("the data end before the image does")
    static let cutInHeader = CodecFailure.jpeg.truncated("the data end inside the header")
    static let ambiguousSize = CodecFailure.jpeg.corrupt("its size can be read in two ways")

    /// What a failed read throws.
    static func reading(_ status: kf_jpeg_status, message: String) -> any Error {
        switch status {
        case KF_JPEG_TRUNCATED: CodecFailure.jpeg.truncated(message)
        case KF_JPEG_UNSUPPORTED: CodecFailure.jpeg.unsupported(message)
        case KF_JPEG_OVER_LIMIT:
            CodecFailure.jpeg.overLimit(message, advice: "Convert it to baseline JPEG.")
        case KF_JPEG_CANCELLED: CancellationError()
        case KF_JPEG_OUT_OF_MEMORY: CodecFailure.jpeg.outOfMemory
        default: CodecFailure.jpeg.corrupt(message)
        }
    }

    /// What a failed write throws.
    static func writing(_ status: kf_jpeg_status, message: String) -> any Error {
        switch status {
        case KF_JPEG_CANCELLED: CancellationError()
        case KF_JPEG_OUT_OF_MEMORY: CodecFailure.jpeg.outOfMemory
        default: CodecFailure.jpeg.encoding(message)
        }
    }
}

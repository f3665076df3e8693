internal import CKingfisherPNG
internal import KingfisherCore

/// Turns what the C side reports into errors.
enum PNGFailure {
    /// Runs a call of the C side and throws unless it succeeds.
    static func check(
        _ call: (UnsafeMutablePointer<kf_png_message>) -> kf_png_status
    ) throws(PluginError) {
        var message = kf_png_message()
        let status = call(&message)
        if status != KF_PNG_OK { throw error(status, text(of: message)) }
    }

    private static func error(_ status: kf_png_status, _ reason: String) -> PluginError {
        let (code, message): (PluginError.Code, String) =
            switch status {
            case KF_PNG_TRUNCATED:
                (.truncated, "The PNG is incomplete: \(reason). Fetch or save it again.")
            case KF_PNG_OUT_OF_MEMORY:
                (.outOfMemory, "The system has no memory left for this PNG: \(reason).")
            case KF_PNG_OVER_LIMIT:
                (.limitExceeded, "The PNG asks for too much: \(reason). Raise DecodingLimits.metadataBytes.")
            case KF_PNG_MISUSE:
                (.encodingFailed, "PNG cannot hold this image: \(reason).")
            default:
                (.corrupt, "The PNG is damaged: \(reason). Fetch or save it again.")
            }
        return PluginError(code, pluginID: PNGPlugin.pluginID, message: message)
    }

    private static func text(of message: kf_png_message) -> String {
        withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

internal import CKingfisherPNG
internal import KingfisherCore

extension CodecFailure {
    static let png = CodecFailure(format: "PNG", pluginID: PNGPlugin.pluginID)
}

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
        switch status {
        case KF_PNG_TRUNCATED: CodecFailure.png.truncated(reason)
        case KF_PNG_OUT_OF_MEMORY: CodecFailure.png.outOfMemory
        case KF_PNG_OVER_LIMIT:
            CodecFailure.png.overLimit(reason, advice: "Raise DecodingLimits.metadataBytes.")
        case KF_PNG_MISUSE: CodecFailure.png.encoding(reason)
        default: CodecFailure.png.corrupt(reason)
        }
    }

    private static func text(of message: kf_png_message) -> String {
        withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

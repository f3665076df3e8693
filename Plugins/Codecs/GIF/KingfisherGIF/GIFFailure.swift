internal import CGIF
internal import KingfisherCore

extension CodecFailure {
    static let gif = CodecFailure(format: "GIF", pluginID: GIFPlugin.pluginID)
}

/// Turns what giflib reports into errors.
enum GIFFailure {
    static func metadataTooLarge(_ limit: Int) -> PluginError {
        CodecFailure.gif.overLimit(
            "its metadata is longer than the limit of \(limit) bytes",
            advice: "Raise DecodingLimits.metadataBytes.")
    }

    /// What giflib says of its own error codes.
    static func libraryError(_ code: Int32) -> PluginError {
        let isMemory = code == D_GIF_ERR_NOT_ENOUGH_MEM || code == E_GIF_ERR_NOT_ENOUGH_MEM
        let text = GifErrorString(code).map { String(cString: $0) } ?? "error \(code)"
        return isMemory
            ? CodecFailure.gif.outOfMemory : CodecFailure.gif.corrupt("giflib gave up with \"\(text)\"")
    }
}

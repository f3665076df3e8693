internal import CGIF
internal import KingfisherCore

/// The errors of this plugin.
enum GIFFailure {
    static func corrupt(_ reason: String) -> PluginError {
        PluginError(
            .corrupt, pluginID: GIFPlugin.pluginID,
            message: "The GIF is damaged: \(reason). Fetch or save it again.")
    }

    static func truncated(_ reason: String) -> PluginError {
        PluginError(
            .truncated, pluginID: GIFPlugin.pluginID,
            message: "The GIF is incomplete: \(reason). Fetch or save it again.")
    }

    static func metadataTooLarge(_ limit: Int) -> PluginError {
        PluginError(
            .limitExceeded, pluginID: GIFPlugin.pluginID,
            message: "The GIF's metadata is longer than the limit of \(limit) bytes. "
                + "Raise DecodingLimits.metadataBytes.")
    }

    static func encoding(_ reason: String) -> PluginError {
        PluginError(
            .encodingFailed, pluginID: GIFPlugin.pluginID, message: "GIF cannot hold this image: \(reason).")
    }

    /// What giflib says of its own error codes.
    static func libraryError(_ code: Int32) -> PluginError {
        let isMemory = code == D_GIF_ERR_NOT_ENOUGH_MEM || code == E_GIF_ERR_NOT_ENOUGH_MEM
        let text = GifErrorString(code).map { String(cString: $0) } ?? "error \(code)"
        return PluginError(
            isMemory ? .outOfMemory : .corrupt, pluginID: GIFPlugin.pluginID,
            message: "giflib gave up: \(text). Fetch or save the image again.")
    }
}

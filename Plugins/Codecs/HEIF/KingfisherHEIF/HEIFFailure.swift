internal import CHEIF
internal import KingfisherCore

/// What goes wrong, in words.
enum HEIFFailure {
    static let outOfMemory = PluginError(
        .outOfMemory, pluginID: HEIFPlugin.id,
        message: "The system has no memory left to work on a HEIF image. "
            + "Decode fewer images at once, or smaller ones.")

    static func truncated(_ detail: String) -> PluginError {
        PluginError(
            .truncated, pluginID: HEIFPlugin.id,
            message: "The HEIF file is cut short: \(detail). Fetch it again.")
    }

    static func corrupt(_ detail: String) -> PluginError {
        PluginError(
            .corrupt, pluginID: HEIFPlugin.id,
            message: "The HEIF file is damaged: \(detail). Fetch it again or export it anew.")
    }

    static func unsupported(_ detail: String) -> PluginError {
        PluginError(
            .unsupportedFeature, pluginID: HEIFPlugin.id,
            message: "This kind of HEIF file cannot be decoded: \(detail). Export it as HEIC or AVIF.")
    }

    static func overLimit(_ detail: String) -> PluginError {
        PluginError(
            .limitExceeded, pluginID: HEIFPlugin.id,
            message: "The HEIF file asks for too much: \(detail). Raise DecodingLimits if it can be trusted.")
    }

    static func encoding(_ detail: String) -> PluginError {
        PluginError(
            .encodingFailed, pluginID: HEIFPlugin.id,
            message: "The image cannot be written as HEIF: \(detail). Resize it or write another format.")
    }

    /// Throws what libheif says went wrong in reading.
    static func checkReading(_ error: heif_error) throws(PluginError) {
        guard error.code != heif_error_Ok else { return }
        let detail = "libheif says “\(text(of: error))”"
        switch (error.code, error.subcode) {
        case (heif_error_Memory_allocation_error, heif_suberror_Security_limit_exceeded):
            throw overLimit(detail)
        case (heif_error_Memory_allocation_error, _): throw outOfMemory
        case (_, heif_suberror_End_of_data): throw truncated(detail)
        case (heif_error_Unsupported_feature, _), (heif_error_Unsupported_filetype, _),
            (heif_error_Plugin_loading_error, _):
            throw unsupported(detail)
        default: throw corrupt(detail)
        }
    }

    /// Throws what libheif says went wrong in writing.
    static func checkWriting(_ error: heif_error) throws(PluginError) {
        guard error.code != heif_error_Ok else { return }
        guard error.code != heif_error_Memory_allocation_error else { throw outOfMemory }
        throw encoding("libheif says “\(text(of: error))”")
    }

    private static func text(of error: heif_error) -> String {
        error.message.map { String(cString: $0) } ?? "error \(error.code.rawValue)"
    }
}

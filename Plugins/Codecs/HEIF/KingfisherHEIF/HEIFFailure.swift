internal import CHEIF
internal import KingfisherCore

extension CodecFailure {
    static let heif = CodecFailure(format: "HEIF", pluginID: HEIFPlugin.id)
}

/// Turns what libheif reports into errors.
enum HEIFFailure {
    /// Throws what libheif says went wrong in reading.
    static func checkReading(_ error: heif_error) throws(PluginError) {
        guard error.code != heif_error_Ok else { return }
        let detail = "libheif says “\(text(of: error))”"
        switch (error.code, error.subcode) {
        case (heif_error_Memory_allocation_error, heif_suberror_Security_limit_exceeded):
            throw CodecFailure.heif.overLimit(detail)
        case (heif_error_Memory_allocation_error, _): throw CodecFailure.heif.outOfMemory
        case (_, heif_suberror_End_of_data): throw CodecFailure.heif.truncated(detail)
        case (heif_error_Unsupported_feature, _), (heif_error_Unsupported_filetype, _),
            (heif_error_Plugin_loading_error, _):
            throw CodecFailure.heif.unsupported(detail)
        default: throw CodecFailure.heif.corrupt(detail)
        }
    }

    /// Throws what libheif says went wrong in writing.
    static func checkWriting(_ error: heif_error) throws(PluginError) {
        guard error.code != heif_error_Ok else { return }
        guard error.code != heif_error_Memory_allocation_error else { throw CodecFailure.heif.outOfMemory }
        throw CodecFailure.heif.encoding("libheif says “\(text(of: error))”")
    }

    private static func text(of error: heif_error) -> String {
        error.message.map { String(cString: $0) } ?? "error \(error.code.rawValue)"
    }
}

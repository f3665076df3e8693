/// The errors that every codec has to tell of, in the same words for each format.
///
/// A detail is half a sentence, without a full stop: `the data end inside the header`.
public struct CodecFailure: Sendable {
    private let format: String
    private let pluginID: String

    /// Makes the errors of a codec.
    /// - Parameters:
    ///   - format: What people call the format, for example `JPEG`.
    ///   - pluginID: The id of the codec's plugin.
    public init(format: String, pluginID: String) {
        self.format = format
        self.pluginID = pluginID
    }

    /// The system has no memory left.
    public var outOfMemory: PluginError {
        error(
            .outOfMemory,
            "The system has no memory left to work on this \(format). "
                + "Decode it smaller, or fewer images at once.")
    }

    /// The data end before the image does.
    public func truncated(_ detail: String) -> PluginError {
        error(.truncated, "The \(format) is cut short: \(detail). Fetch or save it again.")
    }

    /// The data contradict themselves or the format.
    public func corrupt(_ detail: String) -> PluginError {
        error(.corrupt, "The \(format) is damaged: \(detail). Fetch or save it again.")
    }

    /// The file is sound, and of a kind that the codec does not decode.
    public func unsupported(
        _ detail: String, advice: String = "Convert it with another program."
    ) -> PluginError {
        error(.unsupportedFeature, "This kind of \(format) cannot be decoded: \(detail). \(advice)")
    }

    /// The file asks for more than `DecodingLimits` allow.
    public func overLimit(
        _ detail: String, advice: String = "Raise DecodingLimits if it can be trusted."
    ) -> PluginError {
        error(.limitExceeded, "The \(format) asks for too much: \(detail). \(advice)")
    }

    /// The format cannot hold the image.
    public func encoding(
        _ detail: String, advice: String = "Make it smaller or write another format."
    ) -> PluginError {
        error(.encodingFailed, "The image cannot be written as \(format): \(detail). \(advice)")
    }

    private func error(_ code: PluginError.Code, _ message: String) -> PluginError {
        PluginError(code, pluginID: pluginID, message: message)
    }
}

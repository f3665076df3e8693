import KingfisherCore

/// The image formats a command line can name.
enum FormatNames {
    /// Every format with a name in the core, whether or not a plugin writes it: an error can then say which is missing;
    /// behind them those that only plugins know.
    static let known: [ImageFormat] = {
        let common: [ImageFormat] = [
            .png, .jpeg, .webp, .heic, .avif, .gif, .apng, .tiff, .bmp, .jpegXL, .jpeg2000, .svg,
        ]
        let codecs = Assembly.registry.codecs
        return (codecs.decoders.flatMap(\.formats) + codecs.encoders.map(\.format)).reduce(into: common) {
            if !$0.contains($1) { $0.append($1) }
        }
    }()

    /// A format by its identifier or one of its file extensions.
    static func format(named name: String) throws(UsageError) -> ImageFormat {
        let wanted = name.lowercased()
        if let format = known.first(where: { $0.identifier == wanted }) ?? format(fileExtension: wanted) {
            return format
        }
        let words = known.map(\.identifier)
        let suggestion = Suggestion.closest(to: wanted, among: words + known.flatMap(\.fileExtensions))
        throw UsageError(
            "--format '\(name)' is no format",
            hint: suggestion.map { "did you mean \($0)?" } ?? "kf formats lists those that can be written")
    }

    /// The format that files with this extension have; nil where none is known.
    static func format(fileExtension: String) -> ImageFormat? {
        let wanted = fileExtension.lowercased()
        return known.first { $0.fileExtensions.contains(wanted) }
    }
}

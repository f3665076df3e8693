import KingfisherCore

/// The format a result is written in: that of `--format`, else of the output's extension, else of the source.
struct FormatChoice: Sendable {
    /// As named by `--format`.
    let named: ImageFormat?
    /// Of the file named by `-o`, without the dot, lowercase.
    let fileExtension: String?
    let codecs: ImageCodecs

    /// - Throws: `UsageError` when no source could ever be written in the format asked for.
    init(named: ImageFormat?, output: OutputPlan, codecs: ImageCodecs) throws(UsageError) {
        self.named = named
        self.codecs = codecs
        var fileExtension: String?
        if case .file(let path) = output {
            let name = path.split(separator: "/").last ?? ""
            fileExtension = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
        }
        self.fileExtension = fileExtension
        guard let wanted = named ?? fileExtension.flatMap(FormatNames.format(fileExtension:)) else { return }
        let isRead = codecs.decoders.contains { $0.formats.contains(wanted) }
        // What is read can at least be handed on as it came.
        guard isRead || codecs.encoder(for: wanted) != nil else {
            throw UsageError("\(wanted.name) cannot be written", hint: Self.writable(codecs))
        }
    }

    /// The format for an image that came in another one, or in the same.
    func format(own: ImageFormat) -> ImageFormat {
        if let named { return named }
        guard let fileExtension, !own.fileExtensions.contains(fileExtension) else { return own }
        return FormatNames.format(fileExtension: fileExtension) ?? own
    }

    /// The format that an image is encoded in where `wanted` is asked for: another one only where that cannot be
    /// written, nobody named it, and a format of the same extension can, as PNG for APNG.
    /// - Throws: `PluginError` with `.unsupportedFormat`.
    func encodable(_ wanted: ImageFormat) throws -> ImageFormat {
        if codecs.encoder(for: wanted) != nil { return wanted }
        let extensions = Set(wanted.fileExtensions)
        let relative = codecs.encoders.map(\.format).first { !extensions.isDisjoint(with: $0.fileExtensions) }
        if named == nil, let relative { return relative }
        throw PluginError(
            .unsupportedFormat, pluginID: "kf",
            message: "\(wanted.name) cannot be written; \(Self.writable(codecs)).")
    }

    private static func writable(_ codecs: ImageCodecs) -> String {
        "kf writes \(codecs.encoders.map(\.format.identifier).joined(separator: ", "))"
    }
}

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
        guard let wanted = wanted() else { return }
        let isRead = codecs.decoders.contains { $0.formats.contains(wanted) }
        // What is read can at least be handed on as it came.
        guard isRead || codecs.encoder(for: wanted) != nil else {
            throw UsageError("\(wanted.name) cannot be written", hint: Self.writable(codecs))
        }
    }

    /// The format that the command line asks for, whatever the source is in.
    private func wanted() -> ImageFormat? {
        named ?? fileExtension.flatMap(FormatNames.format(fileExtension:))
    }

    /// Whether the command line asks for a format that no animation can be written in.
    var isStill: Bool {
        guard let wanted = wanted() else { return false }
        return !encoders(relatedTo: wanted).contains(where: \.supportsAnimation)
    }

    /// The format for an image that came in another one, or in the same.
    func format(own: ImageFormat) -> ImageFormat {
        if let named { return named }
        guard let fileExtension, !own.fileExtensions.contains(fileExtension) else { return own }
        return FormatNames.format(fileExtension: fileExtension) ?? own
    }

    /// The encoder for an image where `wanted` is asked for.
    ///
    /// Where nobody named a format it may be that of another one with the same extension: for an animation one that holds
    /// animations, as APNG for PNG; for any image one that can be written, as PNG for APNG.
    /// - Throws: `PluginError` with `.unsupportedFormat`.
    func encoder(for wanted: ImageFormat, isAnimated: Bool) throws -> any ImageEncoder {
        let related = encoders(relatedTo: wanted)
        let fitting = isAnimated ? related.first(where: \.supportsAnimation) : nil
        if let encoder = fitting ?? related.first { return encoder }
        throw PluginError(
            .unsupportedFormat, pluginID: "kf",
            message: "\(wanted.name) cannot be written; \(Self.writable(codecs)).")
    }

    /// What can encode the format, or one that may stand for it; the format's own encoder first.
    private func encoders(relatedTo wanted: ImageFormat) -> [any ImageEncoder] {
        let own = codecs.encoder(for: wanted).map { [$0] } ?? []
        guard named == nil else { return own }
        let extensions = Set(wanted.fileExtensions)
        return own + codecs.encoders.filter { !extensions.isDisjoint(with: $0.format.fileExtensions) }
    }

    private static func writable(_ codecs: ImageCodecs) -> String {
        "kf writes \(codecs.encoders.map(\.format.identifier).joined(separator: ", "))"
    }
}

import KingfisherCore

/// How images are to be encoded, as far as the command line says.
struct EncodingChoice: Equatable, Sendable {
    static let specs: [OptionSpec] = [
        .value("format"), .value("quality"), .flag("lossless"), .value("depth"), .value("effort"),
    ]

    /// The format asked for; nil leaves it to the output's extension or the source.
    var format: ImageFormat?
    /// 1...100; nil leaves it to the encoder.
    var quality: Int?
    var isLossless = false
    /// Bits of a sample; nil leaves them as they are.
    var depth: PixelLayout.Depth?
    /// 0...9; nil leaves it to the encoder.
    var effort: Int?

    init() {}

    init(_ reader: OptionReader) throws(UsageError) {
        try reader.exclude("quality", "lossless", because: "--lossless loses nothing")
        if let name = reader.value("format") { format = try FormatNames.format(named: name) }
        if let text = reader.value("quality") {
            quality = try Values.integer(text, for: "quality", in: 1...100)
        }
        isLossless = reader.has("lossless")
        if let text = reader.value("depth") {
            guard let depth = Values.plainInteger(text).flatMap(PixelLayout.Depth.init) else {
                throw UsageError("--depth '\(text)' is not one of 8, 16")
            }
            self.depth = depth
        }
        if let text = reader.value("effort") {
            effort = try Values.integer(text, for: "effort", in: 0...9)
        }
    }

    /// Whether an image that is in the right format already is as asked for. Bytes as received have lost nothing.
    var isFaithful: Bool { quality == nil && depth == nil && effort == nil }

    /// The same for an encoder.
    func options(for options: GetCommand.Options) -> EncodingOptions {
        EncodingOptions(
            quality: quality, isLossless: isLossless, effort: effort, depth: depth,
            background: options.background ?? .white, embedsProfile: !options.strips,
            embedsMetadata: options.keepsMetadata)
    }
}

public import Foundation

/// An ordered choice of codecs: the first decoder that recognises the content decodes it.
public struct ImageCodecs: Sendable {
    /// The decoders, in the order they are asked.
    public var decoders: [any ImageDecoder]
    /// The encoders; the first one of a format encodes it.
    public var encoders: [any ImageEncoder]
    /// Converts between colour profiles, where a plugin does.
    public var colorConverter: (any ColorConverter)?

    /// Makes a choice of codecs.
    public init(
        decoders: [any ImageDecoder] = [], encoders: [any ImageEncoder] = [],
        colorConverter: (any ColorConverter)? = nil
    ) {
        self.decoders = decoders
        self.encoders = encoders
        self.colorConverter = colorConverter
    }

    /// Tells what the data holds, without decoding pixels.
    /// - Throws: `PluginError`.
    public func inspect(_ data: Data, limits: DecodingLimits = .standard) throws -> ImageInfo {
        try limits.check(encodedByteCount: data.count, pluginID: "core")
        return try decoder(for: data).inspect(data, limits: limits)
    }

    /// Decodes the data with the decoder that recognises it.
    /// - Throws: `PluginError`, or `CancellationError`.
    public func decode(_ data: Data, options: DecodingOptions = DecodingOptions()) throws -> Image {
        try WorkCancellation.check()
        try options.limits.check(encodedByteCount: data.count, pluginID: "core")
        return try decoder(for: data).decode(data, options: completed(options))
    }

    /// A decoder that shows the image while its bytes arrive, for the format that they begin with.
    /// - Parameter prefix: At least `ImageFormat.sniffingLength` bytes, or all there are.
    /// - Returns: Nil where the format is not known, or cannot be shown in part.
    public func incrementalDecoder(
        forPrefix prefix: Data, options: DecodingOptions = DecodingOptions()
    ) -> (any IncrementalImageDecoder)? {
        try? decoder(for: prefix).incrementalDecoder(options: completed(options))
    }

    /// Whether the data holds an animation, as its header says.
    func holdsAnimation(_ data: Data, limits: DecodingLimits) -> Bool {
        guard let decoder = try? decoder(for: data),
            decoder.animatedFormats.contains(ImageFormat(sniffing: data.prefix(ImageFormat.sniffingLength))),
            let info = try? inspect(data, limits: limits)
        else { return false }
        return info.frameCount > 1
    }

    private func completed(_ options: DecodingOptions) -> DecodingOptions {
        guard options.colorConverter == nil else { return options }
        var options = options
        options.colorConverter = colorConverter
        return options
    }

    /// Encodes the image in the given format.
    /// - Throws: `PluginError`, or `CancellationError`.
    public func encode(
        _ image: Image, as format: ImageFormat, options: EncodingOptions = EncodingOptions()
    ) throws -> Data {
        try WorkCancellation.check()
        guard let encoder = encoder(for: format) else {
            throw PluginError(
                .unsupportedFormat, pluginID: "core",
                message: "No registered plugin writes \(format.name). Registered: "
                    + "\(Self.list(encoders.map(\.format))). Add a plugin that encodes \(format.name).")
        }
        return try encoder.encode(image, options: options)
    }

    /// The encoder of a format, where one is registered.
    public func encoder(for format: ImageFormat) -> (any ImageEncoder)? {
        encoders.first { $0.format == format }
    }

    /// The decoder whose format the data is in.
    /// - Throws: `PluginError` with `.unsupportedFormat`, naming what the data seems to be.
    public func decoder(for data: Data) throws(PluginError) -> any ImageDecoder {
        let prefix = data.prefix(ImageFormat.sniffingLength)
        if let decoder = decoders.first(where: { $0.recognizes(prefix.span) }) { return decoder }
        throw unrecognized(prefix)
    }

    private func unrecognized(_ prefix: Data) -> PluginError {
        let registered = "Registered: \(Self.list(decoders.flatMap(\.formats)))."
        let format = ImageFormat(sniffing: prefix)
        let message =
            if prefix.isEmpty {
                "The source is empty: 0 bytes. Check that the download or the file is complete."
            } else if format == .unknown {
                "The content is \(Self.describe(prefix)), not an image in a known format. \(registered)"
            } else {
                "The content is \(format.name), which no registered plugin reads. \(registered) "
                    + "Add a plugin that decodes \(format.name)."
            }
        return PluginError(.unsupportedFormat, pluginID: "core", message: message)
    }

    /// What bytes that are no image look like, because the commonest ones are a server's error page.
    private static func describe(_ prefix: Data) -> String {
        let text = String(decoding: prefix.prefix(256), as: UTF8.self)
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix(14).lowercased()
        if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { return "an HTML page" }
        let isText = prefix.prefix(256).allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        return isText ? "text" : "binary data"
    }

    private static func list(_ formats: [ImageFormat]) -> String {
        formats.isEmpty ? "none" : formats.map(\.name).joined(separator: ", ")
    }
}

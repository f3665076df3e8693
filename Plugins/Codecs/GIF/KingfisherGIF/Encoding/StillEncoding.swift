internal import Foundation
internal import KingfisherCore

/// Writes one picture.
struct StillEncoding {
    private let buffer: PixelBuffer
    private let settings: EncodingSettings

    init(_ buffer: PixelBuffer, _ settings: EncodingSettings) {
        self.buffer = buffer
        self.settings = settings
    }

    /// - Throws: `PluginError`, or `CancellationError`.
    func encode() throws -> Data {
        let hasAlpha = buffer.layout.channels.hasAlpha
        let result = try settings.quantizer(transparency: hasAlpha).quantize(try Pixels(buffer))
        var writer = try GIFWriter(
            width: buffer.width, height: buffer.height, colors: result.colors + (hasAlpha ? [0] : []))
        try writer.write(settings)
        try writer.write(
            GIFWriter.Frame(
                width: buffer.width, height: buffer.height, indices: result.indices,
                transparent: hasAlpha ? result.absent : nil))
        return try writer.finish()
    }
}

extension GIFWriter {
    /// Writes what the image carries besides pixels.
    func write(_ settings: EncodingSettings) throws(PluginError) {
        if let profile = settings.profile { try write(profile) }
        if let packet = settings.packet { try write(packet: packet) }
    }
}

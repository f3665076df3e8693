import Foundation
import KingfisherCore
import KingfisherPipeline

/// Makes the bytes that are written for a loaded image.
struct ResultEncoding: Sendable {
    /// What is to be written.
    struct Encoded: Sendable {
        let data: Data
        let format: ImageFormat
        let frames: Int
    }

    let options: GetCommand.Options
    let choice: FormatChoice

    /// The bytes as received where they are what is asked for, else the image encoded.
    /// - Parameter note: Is told what differs from what one might expect.
    /// - Throws: `PluginError`, or `CancellationError`.
    func encoded(_ result: RetrieveImageResult, note: (String) -> Void) async throws -> Encoded {
        let own = result.image.metadata.format ?? .png
        let wanted = choice.format(own: own)
        let source = result.originalData.flatMap(inspected)
        let framesOfSource = source?.frameCount ?? result.image.frames?.frameCount ?? 1
        if options.isFaithful, wanted == own, let data = result.originalData,
            options.frames == .all || framesOfSource == 1
        {
            note("written as received")
            return Encoded(data: data, format: own, frames: framesOfSource)
        }
        let encoder = try choice.encoder(for: wanted, isAnimated: result.image.isAnimated)
        let encoded = try await encoded(result.image, by: encoder, note: note)
        if options.frames == .all, encoded.frames < framesOfSource {
            note(
                encoder.supportsAnimation
                    ? "equal frames became one: \(encoded.frames) of \(framesOfSource) are left"
                    : "\(encoded.format.name) is written still: the first of \(framesOfSource) frames")
        }
        return encoded
    }

    /// The image encoded, animated where the encoder can.
    /// - Throws: `PluginError`, or `CancellationError`.
    func encoded(
        _ image: Image, by encoder: any ImageEncoder, note: (String) -> Void
    ) async throws -> Encoded {
        var image = image
        if !encoder.supportsAnimation { image.frames = nil }
        let (picture, encoding) = (image, options.encoding.options(for: options))
        let data = try await WorkPool.processing.run { try encoder.encode(picture, options: encoding) }
        // The file knows best what was written.
        let written = inspected(data)
        let format = written?.format ?? encoder.format
        if image.hasAlpha, !encoder.supportsAlpha {
            note("\(format.name) has no transparency: any transparent parts lie on white (see --background)")
        }
        if options.encoding.depth == .sixteen, let depth = written?.bitDepth, depth < 16 {
            note("\(format.name) is written with \(depth) bits a sample, not 16")
        }
        return Encoded(
            data: data, format: format, frames: written?.frameCount ?? image.frames?.frameCount ?? 1)
    }

    private func inspected(_ data: Data) -> ImageInfo? { try? choice.codecs.inspect(data) }
}

internal import CKingfisherPNG
internal import Foundation
internal import KingfisherCore

/// Shows a PNG by its rows, or its passes in ever finer blocks, while its bytes arrive.
///
/// Keeps the bytes, which `finish` needs for what may stand behind the pixels, and for the frames of an animation.
/// An animation whose first frame is not its default image is not shown before the end, nor is what libpng finds fault
/// with: `finish` then decides, and says what the decoder of whole files says.
// Safe: used by one caller at a time, as the protocol has it.
final class PNGIncrementalDecoder: IncrementalImageDecoder, @unchecked Sendable {
    private let options: DecodingOptions
    private var collected = Data()
    /// Nil before the first bytes, and when there is nothing to show.
    private var stream: PNGStream?
    private var hadStream = false
    private var isShowing = true
    private var orientation = ImageOrientation.up
    private var metadata = ImageMetadata()
    private var shownProgress: UInt64 = 0

    init(options: DecodingOptions) {
        self.options = options
    }

    func append(_ data: Data) throws {
        try options.limits.check(
            encodedByteCount: collected.count + data.count, pluginID: PNGPlugin.pluginID)
        let hadHeader = collected.count >= Self.headerLength
        collected.append(data)
        if !hadHeader { try checkHeader() }
        guard isShowing else { return }
        if !hadStream { stream = try PNGStream.open(keepsHighDepth: options.keepsHighDepth) }
        hadStream = true
        do {
            try stream?.append(data, prepare: prepare)
        } catch let error as PluginError where error.code != .limitExceeded {
            isShowing = false
        }
    }

    func takePartialImage() throws -> Image? {
        guard isShowing, let progress = stream?.progress, progress > shownProgress,
            let pixels = try stream?.snapshot()
        else { return nil }
        shownProgress = progress
        return Image(
            pixels: try pixels.upright(from: orientation), scale: options.scale, metadata: metadata,
            isPartial: true)
    }

    func finish() throws -> Image {
        try WorkCancellation.check()
        guard isShowing, let pixels = stream?.finished() else {
            return try PNGDecoder().decode(collected, options: options)
        }
        return try PNGReader.reading(collected, limits: options.limits) { reader in
            if reader.hasWholeAnimation { return try PNGDecoder().decode(collected, options: options) }
            let orientation = reader.orientation
            return Image(
                pixels: try pixels.upright(from: orientation), scale: options.scale,
                metadata: try reader.metadata(turnedFrom: orientation, options: options))
        }
    }

    /// The signature and the header chunk.
    private static let headerLength = 33

    /// Refuses what is no PNG, and a size beyond the limits, as soon as the bytes tell.
    private func checkHeader() throws {
        do {
            try PNGReader.reading(collected, limits: options.limits) { reader in
                try options.limits.check(
                    width: reader.width, height: reader.height, pluginID: PNGPlugin.pluginID)
            }
        } catch let error as PluginError where error.code == .truncated {
            return
        }
    }

    /// What has to be known with the pixels next.
    private func prepare() throws {
        try PNGReader.reading(collected, limits: options.limits) { reader in
            orientation = reader.orientation
            metadata = try reader.metadata(turnedFrom: orientation, options: options)
            let isFirstFrame = !reader.header.is_animated || reader.header.shows_default_image
            guard isFirstFrame else {
                throw PluginError(
                    .unsupportedFeature, pluginID: PNGPlugin.pluginID,
                    message: "The animation begins behind its default image.")
            }
        }
    }
}

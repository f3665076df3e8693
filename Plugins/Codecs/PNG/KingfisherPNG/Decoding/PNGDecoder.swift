internal import CKingfisherPNG
public import Foundation
public import KingfisherCore

/// Decodes PNG and APNG with the system's libpng: all colour types and depths, interlaced or not.
///
/// Palettes become RGB, a transparent colour becomes an alpha channel, gray stays gray. Wrong checksums of the header
/// and the pixels are errors, those of other chunks make the chunk disregarded.
///
/// An animation gives its first frame and a `FrameSource`, with delays as stored. Any fault in what makes it an
/// animation (a chunk's checksum, a gap in the sequence, a missing frame) makes it the still image that its file shows
/// to readers without animation, as the specification advises. A fault within the pixels of a later frame shows when
/// that frame is asked for.
///
/// Source: Portable Network Graphics (PNG) Specification, third edition (W3C, 2025).
public struct PNGDecoder: ImageDecoder {
    /// PNG and APNG.
    public let formats: [ImageFormat] = [.png, .apng]
    /// APNG.
    public let animatedFormats: [ImageFormat] = [.apng]

    /// Makes a decoder.
    public init() {}

    /// Tells size, depth, colour and animation from the chunks, without unpacking pixels.
    /// - Throws: `PluginError`, among others `.limitExceeded` for a colour profile beyond `limits.metadataBytes`.
    public func inspect(_ data: Data, limits: DecodingLimits) throws -> ImageInfo {
        try PNGReader.reading(data, limits: limits) { try $0.info(of: data) }
    }

    /// Decodes to upright pixels with straight alpha; the target size plays no part, as PNG cannot shrink.
    /// - Throws: `PluginError`, or `CancellationError`.
    public func decode(_ data: Data, options: DecodingOptions) throws -> Image {
        try WorkCancellation.check()
        return try PNGReader.reading(data, limits: options.limits) { reader in
            try options.limits.check(
                width: reader.width, height: reader.height, pluginID: PNGPlugin.pluginID)
            guard reader.hasWholeAnimation else { return try still(reader, options) }
            do {
                return try animation(data, reader, options)
            } catch let error as PluginError where [.corrupt, .truncated].contains(error.code) {
                return try still(reader, options)
            }
        }
    }

    /// Shows PNG by its rows and passes, and of an animation the first frame, while bytes arrive.
    public func incrementalDecoder(options: DecodingOptions) -> (any IncrementalImageDecoder)? {
        PNGIncrementalDecoder(options: options)
    }

    private func still(_ reader: borrowing PNGReader, _ options: DecodingOptions) throws -> Image {
        let orientation = reader.orientation
        var metadata = try reader.metadata(turnedFrom: orientation, options: options)
        if reader.hasWholeAnimation { metadata.format = .png }
        var canvas = try PixelCanvas(reader.start(keepsHighDepth: options.keepsHighDepth))
        let endedEarly = try reader.readRows(into: &canvas, allowsPartial: options.allowsPartial)
        return Image(
            pixels: try canvas.freeze().upright(from: orientation), scale: options.scale,
            metadata: metadata, isPartial: endedEarly)
    }

    private func animation(
        _ data: Data, _ reader: borrowing PNGReader, _ options: DecodingOptions
    ) throws -> Image {
        let isStill = options.onlyFirstFrame || reader.frameCount == 1
        if !isStill {
            try options.limits.check(
                frames: reader.frameCount, width: reader.width, height: reader.height,
                pluginID: PNGPlugin.pluginID)
        }
        let orientation = reader.orientation
        let compositor = try APNGReader(
            data, header: reader.header, count: isStill ? 1 : reader.frameCount,
            keepsHighDepth: options.keepsHighDepth
        ).compositor()
        let frames: any FrameSource =
            orientation == .up ? compositor : MappedFrames(compositor) { try $0.upright(from: orientation) }
        return Image(
            pixels: try frames.frame(at: 0), frames: isStill ? nil : frames, scale: options.scale,
            metadata: try reader.metadata(turnedFrom: orientation, options: options))
    }
}

public import Foundation
public import KingfisherCore

/// Decodes PNG with the system's libpng: all colour types and depths, interlaced or not.
///
/// Palettes become RGB, a transparent colour becomes an alpha channel, gray stays gray. An animated PNG gives the
/// still image that its file shows to readers without animation; `inspect` tells of the animation. Wrong checksums
/// of the header and the pixels are errors, those of other chunks make the chunk disregarded.
///
/// Source: Portable Network Graphics (PNG) Specification, third edition (W3C, 2025).
public struct PNGDecoder: ImageDecoder {
    /// PNG and APNG.
    public let formats: [ImageFormat] = [.png, .apng]

    /// Makes a decoder.
    public init() {}

    /// Tells size, depth, colour and animation from the chunks, without unpacking pixels.
    /// - Throws: `PluginError`, among others `.limitExceeded` for a colour profile beyond `limits.metadataBytes`.
    public func inspect(_ data: Data, limits: DecodingLimits) throws -> ImageInfo {
        try PNGReader.reading(data, limits: limits) { try $0.info() }
    }

    /// Decodes to upright pixels with straight alpha; the target size plays no part, as PNG cannot shrink.
    /// - Throws: `PluginError`, or `CancellationError`.
    public func decode(_ data: Data, options: DecodingOptions) throws -> Image {
        try WorkCancellation.check()
        return try PNGReader.reading(data, limits: options.limits) { reader in
            try options.limits.check(
                width: reader.width, height: reader.height, pluginID: PNGPlugin.pluginID)
            let orientation = reader.orientation
            let metadata = try reader.metadata(turnedFrom: orientation)
            var canvas = try PixelCanvas(reader.start(keepsHighDepth: options.keepsHighDepth))
            let endedEarly = try reader.readRows(into: &canvas, allowsPartial: options.allowsPartial)
            return Image(
                pixels: try canvas.freeze().upright(from: orientation), scale: options.scale,
                metadata: metadata, isPartial: endedEarly)
        }
    }
}

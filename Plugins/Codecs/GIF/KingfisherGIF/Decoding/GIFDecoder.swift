public import Foundation
public import KingfisherCore

/// Decodes GIF with the system's giflib: both versions, interlaced or not, still and animated.
///
/// What files leave open or get wrong is taken as browsers take it: a canvas smaller than the first image grows, a
/// delay of a hundredth of a second and less becomes a tenth, a frame without colours is black, missing pixels are
/// transparent, and what follows the last whole block is disregarded. Colours become RGB where nothing can be
/// transparent, else RGBA.
///
/// Source: Graphics Interchange Format, version 89a (CompuServe, 1990).
public struct GIFDecoder: ImageDecoder {
    /// GIF.
    public let formats: [ImageFormat] = [.gif]
    /// GIF.
    public let animatedFormats: [ImageFormat] = [.gif]

    /// Makes a decoder.
    public init() {}

    /// Tells size, frames and loops from the blocks, without unpacking pixels.
    /// - Throws: `PluginError`, among others `.limitExceeded` for a colour profile beyond `limits.metadataBytes`.
    public func inspect(_ data: Data, limits: DecodingLimits) throws -> ImageInfo {
        let file = try GIFFile(data, limits: limits)
        return try file.structure.info(of: data.bytes, limits: limits)
    }

    /// Decodes the first frame and, unless the options want no other, an animation of all of them.
    ///
    /// The target size plays no part, as GIF cannot shrink. A file cut short gives, where partial images are allowed,
    /// the rows of its first image or an animation of the images that are whole.
    /// - Throws: `PluginError`, or `CancellationError`.
    public func decode(_ data: Data, options: DecodingOptions) throws -> Image {
        try WorkCancellation.check()
        let file = try GIFFile(data, limits: options.limits, images: options.onlyFirstFrame ? 1 : nil)
        let structure = file.structure
        try structure.checkForImage()
        try options.limits.check(
            width: structure.width, height: structure.height, pluginID: GIFPlugin.pluginID)
        let isComplete = structure.isComplete(onlyFirstFrame: options.onlyFirstFrame)
        guard isComplete || options.allowsPartial else {
            throw CodecFailure.gif.truncated("the data ends before the trailer")
        }
        if !options.onlyFirstFrame,
            let image = try animation(of: file, options, isPartial: !isComplete)
        {
            return image
        }
        let first = try file.firstImage()
        if !options.allowsPartial { _ = try first.checked() }
        let isPartial = !isComplete || first.state == .cut || first.state == .damaged
        return Image(
            pixels: first.pixels, scale: options.scale,
            metadata: try structure.metadata(in: data.bytes, options), isPartial: isPartial)
    }

    /// Shows the first image while its bytes arrive.
    public func incrementalDecoder(options: DecodingOptions) -> (any IncrementalImageDecoder)? {
        GIFIncrementalDecoder(decoder: self, options: options)
    }

    /// Nil where there are not two whole images to show.
    private func animation(
        of file: GIFFile, _ options: DecodingOptions, isPartial: Bool
    ) throws -> Image? {
        let structure = file.structure
        let count = structure.frames.count { $0.isComplete }
        guard structure.frameCount > 1, count > 1 || structure.frameCount > structure.frames.count else {
            return nil
        }
        try options.limits.check(
            frames: structure.frameCount, width: structure.width, height: structure.height,
            pluginID: GIFPlugin.pluginID)
        let frames = try GIFAnimation.make(file, count: count, limits: options.limits)
        do {
            return Image(
                pixels: try frames.frame(at: 0), frames: frames, scale: options.scale,
                metadata: try structure.metadata(in: file.data.bytes, options), isPartial: isPartial)
        } catch let error as PluginError where options.allowsPartial && error.code == .corrupt {
            return nil
        }
    }
}

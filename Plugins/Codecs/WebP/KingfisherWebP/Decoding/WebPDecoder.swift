public import Foundation
public import KingfisherCore

/// Decodes WebP: lossy and lossless, with and without alpha, still and animated.
///
/// Pixels come out 8-bit, RGB or RGBA, upright, and at full size as from `dwebp`. With a target size the library
/// scales while it decodes, as `dwebp -scale` does, which saves most of the memory and the work on pixels that nobody
/// sees. An animation comes with a frame source; its frames are those of libwebp's own animation decoder, which
/// disregards the background colour of the file, and durations are as stored.
///
/// A file that ends too early is refused, or flagged as partial where the options allow that; of an animation that is
/// the frames that are whole. Where an EXIF block is announced and missing, it is refused in any case, for nothing
/// tells how the pixels are turned.
public struct WebPDecoder: ImageDecoder {
    /// WebP alone.
    public let formats: [ImageFormat] = [.webp]
    /// WebP.
    public let animatedFormats: [ImageFormat] = [.webp]

    /// Makes a decoder.
    public init() {}

    /// Tells what the container and the headers of its images say; no pixels are decoded.
    /// - Throws: `PluginError`; `.truncated` for an animation that is cut anywhere.
    public func inspect(_ data: Data, limits: DecodingLimits) throws -> ImageInfo {
        let container = try WebPContainer(data, limits: limits)
        let orientation = try container.orientation()
        let (width, height) = orientation.upright(container.width, container.height)
        var info = ImageInfo(
            format: .webp, width: width, height: height, orientation: orientation,
            hasAlpha: container.channels.hasAlpha, bitDepth: 8, colorModel: .rgb,
            iccProfile: container.metadata.profile)
        info.hasEXIF = container.metadata.hasEXIF(fileIsComplete: container.isComplete)
        info.hasXMP = container.metadata.hasXMP(fileIsComplete: container.isComplete)
        guard container.isAnimated else { return info }
        try container.checkCompleteness()
        if container.frames.count > 1 {
            info.frameCount = container.frames.count
            info.loopCount = container.frames.loopCount
            info.duration = .milliseconds(container.frames.milliseconds)
        }
        return info
    }

    /// Decodes to upright pixels, a still image as small as the target allows.
    /// - Throws: `PluginError`, or `CancellationError`.
    public func decode(_ data: Data, options: DecodingOptions) throws -> Image {
        try WorkCancellation.check()
        let container = try WebPContainer(data, limits: options.limits)
        if !options.allowsPartial { try container.checkCompleteness() }
        let orientation = try container.orientation()
        var image = try animation(in: container, data, options) ?? still(in: container, data, options)
        image.pixels = try image.pixels.upright(from: orientation)
        if let frames = image.frames, orientation != .up {
            image.frames = MappedFrames(frames) { try $0.upright(from: orientation) }
        }
        return image
    }

    /// A decoder that shows a still image, or the first frame of an animation, while its bytes arrive.
    ///
    /// There is nothing to show before the end of a file that announces an EXIF block, which stands behind the pixels.
    public func incrementalDecoder(options: DecodingOptions) -> (any IncrementalImageDecoder)? {
        WebPIncrementalDecoder(options: options)
    }

    /// The frames, as stored, where there are several and they are wanted.
    private func animation(
        in container: WebPContainer, _ data: Data, _ options: DecodingOptions
    ) throws -> Image? {
        guard container.frames.count > 1, !options.onlyFirstFrame else { return nil }
        let (width, height) = (container.width, container.height)
        try options.limits.check(width: width, height: height, pluginID: WebPPlugin.id)
        try options.limits.check(
            frames: container.frames.count, width: width, height: height, pluginID: WebPPlugin.id)
        let whole = container.frames.stored.prefix { $0.image.isComplete }
        guard whole.count > 1 else { return nil }
        let frames = try WebPAnimation.compositor(of: Array(whole), in: container, data)
        return Image(
            pixels: try frames.frame(at: 0), frames: frames, scale: options.scale,
            metadata: try container.metadata.carried(from: data, as: options),
            isPartial: !container.isComplete)
    }

    /// The image, or the first frame, as stored.
    private func still(
        in container: WebPContainer, _ data: Data, _ options: DecodingOptions
    ) throws -> Image {
        let first = container.frames.first
        let metadata = try container.metadata.carried(from: data, as: options)
        guard container.covers(first) else {
            try options.limits.check(
                width: container.width, height: container.height, pluginID: WebPPlugin.id)
            let frames = try WebPAnimation.compositor(of: [first], in: container, data)
            return Image(
                pixels: try frames.frame(at: 0), scale: options.scale, metadata: metadata,
                isPartial: !container.isComplete)
        }
        let scale = try WebPScale(for: first.image, orientation: container.orientation(), options: options)
        let result = try WebPImageReader.read(
            first.image, of: data, as: scale, allowsPartial: options.allowsPartial)
        return Image(
            pixels: result.pixels, scale: options.scale, metadata: metadata,
            isPartial: !container.isComplete || !result.isComplete)
    }
}

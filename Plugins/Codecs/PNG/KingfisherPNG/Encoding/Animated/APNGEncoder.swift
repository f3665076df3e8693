public import Foundation
public import KingfisherCore

/// Encodes animations as APNG, without loss, and still images as PNG.
///
/// Of each frame only the rectangle that changes is written, laid over what is there or replacing it, and what the
/// frame before it leaves is chosen so that the rectangle is small. Delays are exact where a fraction of 16-bit numbers
/// can state them, else the nearest such fraction. Readers without animation see the first frame.
///
/// Animations of 256 colours or fewer get a palette; one of opaque colours then comes back with an alpha channel, as
/// an entry stands for what does not change.
///
/// Source: Portable Network Graphics (PNG) Specification, third edition (W3C, 2025).
public struct APNGEncoder: ImageEncoder {
    /// APNG.
    public let format = ImageFormat.apng
    /// APNG keeps alpha.
    public let supportsAlpha = true
    /// Animations are written as such.
    public let supportsAnimation = true
    /// zlib's compression level, 0 (none, fastest) to 9 (smallest), where the options state no effort.
    public let compressionLevel: Int

    /// Makes an encoder.
    /// - Parameter compressionLevel: zlib's level, brought into 0...9.
    public init(compressionLevel: Int = 6) {
        self.compressionLevel = min(max(compressionLevel, 0), 9)
    }

    /// Encodes every frame, holding three of them and the file in memory; an image without frames as `PNGEncoder` does.
    ///
    /// From an effort of 7 on each rectangle is packed in every way there is, and the smallest taken.
    /// - Throws: `PluginError`, or `CancellationError`.
    public func encode(_ image: Image, options: EncodingOptions) throws -> Data {
        guard let frames = image.frames, frames.frameCount > 1 else {
            return try PNGEncoder(compressionLevel: compressionLevel).encode(image, options: options)
        }
        let layout = image.pixels.layout
        let kind = PixelKind(layout.channels, options.depth ?? layout.depth)
        let form = try APNGForm(of: frames, as: kind)
        let packer = FramePacker(
            form: form, compressionLevel: options.compressionLevel(or: compressionLevel),
            triesEverything: options.reducesChannels)
        var assembler = APNGAssembler(frameCount: frames.frameCount, loopCount: frames.loopCount)
        var planner = FramePlanner(canClear: form.clearPixel != nil)
        let preface = PNGPreface(image.metadata, options, form.pixels.kind)
        for index in 0..<frames.frameCount {
            try WorkCancellation.check()
            let pixels = try frames.frame(at: index).converted(to: form.pixels.kind)
            guard pixels.width == layout.width, pixels.height == layout.height else {
                throw PluginError(
                    .encodingFailed, pluginID: PNGPlugin.pluginID,
                    message: "Frame \(index) has another size than the image; give all frames one size.")
            }
            let step = try planner.next(pixels)
            let packed = try packer.pack(step, preface: index == 0 ? preface : PNGPreface())
            try assembler.append(
                packed, disposingEarlier: step.disposalBefore, duration: frames.duration(at: index))
        }
        return assembler.finish()
    }
}

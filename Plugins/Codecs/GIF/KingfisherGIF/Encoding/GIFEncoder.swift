public import Foundation
public import KingfisherCore

/// Encodes GIF with the system's giflib: still, or animated where the image is.
///
/// Up to 256 colours are kept exactly; for more a palette is chosen, for each frame of an animation its own. Alpha is
/// cut at one half, as GIF knows only opaque and transparent pixels. Frames hold what changed since the frame before.
/// Delays are hundredths of a second and at least two of them, since browsers take less for no speed at all; what
/// rounding takes from one frame the next ones get.
///
/// A colour profile is embedded where it is one of red, green and blue. Of the options `quality` bounds the number of
/// colours (100 allows 256, 50 half of them), `effort` is how often the palette is refined, and `isLossless` takes the
/// most of both.
public struct GIFEncoder: ImageEncoder {
    /// GIF.
    public let format = ImageFormat.gif
    /// GIF keeps whether a pixel is there.
    public let supportsAlpha = true
    /// Animations stay animations.
    public let supportsAnimation = true
    /// How colours that the palette lacks are made up.
    public let dithering: GIFDithering

    /// Makes an encoder.
    public init(dithering: GIFDithering = .diffusion) {
        self.dithering = dithering
    }

    /// Encodes the image.
    /// - Throws: `PluginError` with `.encodingFailed` for more than 65,535 pixels a side; or `CancellationError`.
    public func encode(_ image: Image, options: EncodingOptions) throws -> Data {
        try WorkCancellation.check()
        guard image.width <= Int(UInt16.max), image.height <= Int(UInt16.max) else {
            throw CodecFailure.gif.encoding(
                "it has \(image.width)x\(image.height) pixels, of at most 65535x65535")
        }
        let settings = EncodingSettings(image, options, dithering)
        if let frames = image.frames, frames.frameCount > 1 {
            return try AnimationEncoding(frames, image.pixels.layout, settings).encode()
        }
        return try StillEncoding(image.pixels, settings).encode()
    }
}

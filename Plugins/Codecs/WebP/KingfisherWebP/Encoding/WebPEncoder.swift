public import Foundation
public import KingfisherCore

/// Encodes WebP: lossy or without loss, with alpha where the image has it, still and animated.
///
/// Samples of 16 bits are rounded to 8, gray becomes RGB. A side may have 16,383 pixels at most. The colour profile is
/// kept where it describes RGB, that of gray pixels is not. `EncodingOptions.effort` is `cwebp -m`, spread over 0...9, or
/// `cwebp -z` without loss; `isLossless` keeps the colour of wholly transparent pixels as well.
///
/// Of an animation the encoder stores what changes from frame to frame; a frame equal to the one before it lengthens
/// that one instead. Durations are whole milliseconds.
public struct WebPEncoder: ImageEncoder {
    /// `.webp`.
    public let format: ImageFormat = .webp
    /// WebP keeps alpha.
    public let supportsAlpha = true
    /// WebP keeps animations.
    public let supportsAnimation = true

    /// Quality of the alpha channel of a lossy image, 0...100, where 100 is without loss.
    public let alphaQuality: Int
    /// How near to the original a nearly lossless image stays, 0...100, where 100 changes nothing; nil for lossy.
    ///
    /// Takes effect unless the options ask for no loss at all.
    public let nearLossless: Int?

    /// The quality where the options name none, as of `cwebp`.
    public static let usualQuality = 75

    /// Makes an encoder; numbers are brought into 0...100.
    public init(alphaQuality: Int = 100, nearLossless: Int? = nil) {
        self.alphaQuality = min(max(alphaQuality, 0), 100)
        self.nearLossless = nearLossless.map { min(max($0, 0), 100) }
    }

    /// Encodes the image, as an animation where it has frames.
    /// - Throws: `PluginError`, or `CancellationError`.
    public func encode(_ image: Image, options: EncodingOptions) throws -> Data {
        try WorkCancellation.check()
        guard max(image.width, image.height) <= Self.longestSide else {
            throw CodecFailure.webp.encoding(
                "it has \(image.width)x\(image.height) pixels, and the format holds \(Self.longestSide) a side",
                advice: "Resize it or write PNG.")
        }
        let settings = try WebPSettings(self, options)
        let data =
            if let frames = image.frames, frames.frameCount > 1 {
                try WebPAnimationWriter.encode(frames, settings)
            } else {
                try WebPSourcePicture.encode(image.pixels, settings)
            }
        return try WebPMuxer.adding(image, as: options, to: data)
    }

    private static let longestSide = 16_383
}

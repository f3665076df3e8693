/// How much an encoded image may ask for before it is refused.
///
/// Checked from headers, before memory is allocated, and again while bytes stream.
public struct DecodingLimits: Hashable, Sendable {
    /// Pixels of one image or frame as decoded, after shrink-on-decode.
    public var pixels: Int
    /// Pixels over all frames of an animation.
    public var animationPixels: Int
    /// Frames of an animation.
    public var frames: Int
    /// Bytes of the encoded image.
    public var encodedBytes: Int
    /// Bytes of metadata (profiles, EXIF, text) after decompression.
    public var metadataBytes: Int

    /// Makes limits; all are inclusive.
    public init(pixels: Int, animationPixels: Int, frames: Int, encodedBytes: Int, metadataBytes: Int) {
        self.pixels = pixels
        self.animationPixels = animationPixels
        self.frames = frames
        self.encodedBytes = encodedBytes
        self.metadataBytes = metadataBytes
    }

    /// For sources the application chose: 128 Mi pixels a frame, 4,096 frames, 256 MiB encoded, 16 MiB metadata.
    public static let standard = DecodingLimits(
        pixels: 128 << 20, animationPixels: 4096 * (128 << 20), frames: 4096, encodedBytes: 256 << 20,
        metadataBytes: 16 << 20)

    /// For uploads and other strangers' files: 50 megapixels, 100 over all frames, 512 frames, 32 MiB encoded,
    /// 4 MiB metadata.
    public static let untrusted = DecodingLimits(
        pixels: 50_000_000, animationPixels: 100_000_000, frames: 512, encodedBytes: 32 << 20,
        metadataBytes: 4 << 20)
}

extension DecodingLimits {
    /// Refuses a size that exceeds `pixels`.
    /// - Throws: `PluginError` with `.limitExceeded`, or `.corrupt` for an empty size.
    public func check(width: Int, height: Int, pluginID: String) throws(PluginError) {
        guard width > 0, height > 0 else {
            throw PluginError(
                .corrupt, pluginID: pluginID, message: "The header states an empty size, \(width)x\(height).")
        }
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, product <= pixels else {
            throw PluginError(
                .limitExceeded, pluginID: pluginID,
                message: "The image has \(width)x\(height) pixels; the limit is \(pixels). "
                    + "Decode it smaller or raise DecodingLimits.pixels.")
        }
    }

    /// Refuses an animation with too many frames, or too many pixels over all of them.
    /// - Throws: `PluginError` with `.limitExceeded`.
    public func check(frames count: Int, width: Int, height: Int, pluginID: String) throws(PluginError) {
        guard count <= frames else {
            throw PluginError(
                .limitExceeded, pluginID: pluginID,
                message:
                    "The animation has \(count) frames; the limit is \(frames). Raise DecodingLimits.frames "
                    + "or take the first frame only.")
        }
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        let (total, totalOverflow) = product.multipliedReportingOverflow(by: max(count, 1))
        guard !overflow, !totalOverflow, total <= animationPixels else {
            throw PluginError(
                .limitExceeded, pluginID: pluginID,
                message:
                    "The animation has \(count) frames of \(width)x\(height) pixels; the limit over all is "
                    + "\(animationPixels). Raise DecodingLimits.animationPixels or take the first frame only."
            )
        }
    }

    /// Refuses an encoded image longer than `encodedBytes`.
    /// - Throws: `PluginError` with `.limitExceeded`.
    public func check(encodedByteCount count: Int, pluginID: String) throws(PluginError) {
        guard count <= encodedBytes else {
            throw PluginError(
                .limitExceeded, pluginID: pluginID,
                message: "The encoded image has \(count) bytes; the limit is \(encodedBytes). "
                    + "Raise DecodingLimits.encodedBytes.")
        }
    }
}

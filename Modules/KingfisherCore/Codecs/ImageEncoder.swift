public import Foundation

/// Writes one image format.
///
/// A conformer is a stateless value; calls may run on any thread and at the same time. Takes straight and
/// premultiplied alpha alike. Every conformer passes `EncoderConformance` of KingfisherTestKit.
public protocol ImageEncoder: Sendable {
    /// The format it writes.
    var format: ImageFormat { get }

    /// Whether the format keeps an alpha channel.
    var supportsAlpha: Bool { get }

    /// Whether an image that is animated is written as an animation; else its first frame is.
    var supportsAnimation: Bool { get }

    /// Encodes the image.
    /// - Throws: `PluginError`, or `CancellationError`.
    func encode(_ image: Image, options: EncodingOptions) throws -> Data
}

extension ImageEncoder {
    /// No: the first frame is written.
    public var supportsAnimation: Bool { false }
}

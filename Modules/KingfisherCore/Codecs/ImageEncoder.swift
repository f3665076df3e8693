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

    /// Encodes the image.
    /// - Throws: `PluginError`, or `CancellationError`.
    func encode(_ image: Image, options: EncodingOptions) throws -> Data
}

/// What a caller wants of an encode. An encoder ignores what its format has no use for.
public struct EncodingOptions: Hashable, Sendable {
    /// Picture quality of a lossy format, 1 (smallest) to 100; nil for the encoder's usual choice.
    public var quality: Int?
    /// Whether the colour profile is written into the file.
    public var embedsProfile: Bool

    /// Makes options; quality is brought into 1...100.
    public init(quality: Int? = nil, embedsProfile: Bool = true) {
        self.quality = quality.map { min(max($0, 1), 100) }
        self.embedsProfile = embedsProfile
    }
}

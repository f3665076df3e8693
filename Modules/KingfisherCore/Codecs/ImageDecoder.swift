public import Foundation

/// Reads one family of image formats.
///
/// A conformer is a stateless value; calls may run on any thread and at the same time. The data may be a slice
/// whose indices do not start at 0. Every conformer passes `DecoderConformance` of KingfisherTestKit.
public protocol ImageDecoder: Sendable {
    /// The formats it reads, for lists and error messages.
    var formats: [ImageFormat] { get }

    /// Those of its formats whose files may hold an animation.
    var animatedFormats: [ImageFormat] { get }

    /// Whether the start of a file is in one of its formats.
    ///
    /// - Parameter prefix: Up to `ImageFormat.sniffingLength` bytes, perhaps none.
    func recognizes(_ prefix: Span<UInt8>) -> Bool

    /// Tells size, frames, depth and colour from headers, without decoding pixels.
    /// - Throws: `PluginError`; does not check `DecodingLimits.pixels`, so that a huge image can be described.
    func inspect(_ data: Data, limits: DecodingLimits) throws -> ImageInfo

    /// Decodes to upright pixels with straight alpha.
    ///
    /// An animation becomes its first frame, and a `FrameSource` beside it unless `options.onlyFirstFrame` is set.
    /// Checks the limits before it allocates, and `WorkCancellation.isCancelled` between rows or frames.
    /// - Throws: `PluginError`, or `CancellationError`.
    func decode(_ data: Data, options: DecodingOptions) throws -> Image

    /// A decoder that shows an image while its bytes arrive; nil where its formats cannot be shown in part.
    func incrementalDecoder(options: DecodingOptions) -> (any IncrementalImageDecoder)?
}

extension ImageDecoder {
    /// Recognises what `ImageFormat` sniffs as one of `formats`.
    public func recognizes(_ prefix: Span<UInt8>) -> Bool {
        formats.contains(ImageFormat(sniffing: prefix))
    }

    /// None.
    public var animatedFormats: [ImageFormat] { [] }

    /// None.
    public func incrementalDecoder(options: DecodingOptions) -> (any IncrementalImageDecoder)? { nil }
}

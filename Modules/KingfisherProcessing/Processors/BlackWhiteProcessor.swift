public import KingfisherCore

/// Makes an image black and white, and 0.7 stops lighter, as Kingfisher does; see `PixelBuffer.adjusted` for the formulas.
///
/// The result keeps its channels: the colours are equal.
public struct BlackWhiteProcessor: InPlaceImageProcessor {
    private static let controls = ColorControlsProcessor(
        brightness: 0, contrast: 1, saturation: 0, inputEV: 0.7)

    /// Always the same: there is nothing to set.
    public let identifier = "com.onevcat.Kingfisher.BlackWhiteProcessor"

    /// Makes the processor.
    public init() {}

    /// Changes the image.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    public func process(_ image: consuming Image, options: KingfisherParsedOptionsInfo) throws -> Image? {
        try Self.controls.process(consume image, options: options)
    }
}

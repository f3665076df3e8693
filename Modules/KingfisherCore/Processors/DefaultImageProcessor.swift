/// Decodes, and changes nothing: the identity of composition.
public struct DefaultImageProcessor: ImageProcessor {
    /// The one value there is.
    public static let `default` = DefaultImageProcessor()

    /// Empty.
    public let identifier = ""

    /// Makes the processor.
    public init() {}

    /// Decodes bytes; returns an image as it is.
    /// - Throws: `PluginError`, or `CancellationError`.
    public func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
        try item.image(options: options)
    }
}

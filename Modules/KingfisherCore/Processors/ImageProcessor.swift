public import Foundation

/// What a processor works on.
public enum ImageProcessItem: Sendable {
    /// A decoded image.
    case image(Image)
    /// Encoded bytes.
    case data(Data)
}

/// Makes one image of another.
///
/// Calls run on the pipeline's pool, at the same time for different images. Long work checks
/// `WorkCancellation.isCancelled` between rows.
public protocol ImageProcessor: Sendable {
    /// Names the processor and everything that determines its result, since it is part of the cache key.
    ///
    /// Stable between releases and locales. Empty only for the processor that changes nothing.
    var identifier: String { get }

    /// The size the source will be resampled to first, so that a codec may decode smaller; nil for full size.
    var decodingTarget: DecodingTarget? { get }

    /// Makes the image; use `item.image(for:options:)` to decode bytes.
    /// - Returns: The image, or nil where the processor cannot make one and has no error to throw.
    func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image?
}

extension ImageProcessor {
    /// Full size.
    public var decodingTarget: DecodingTarget? { nil }

    /// Whether the processor changes nothing.
    public var isIdentity: Bool { identifier.isEmpty }

    /// A processor that runs this one, then the other.
    ///
    /// The identity leaves no trace: composed with it, a processor is itself.
    public func append(another: any ImageProcessor) -> any ImageProcessor {
        if another.isIdentity { return self }
        if isIdentity { return another }
        return CompositeImageProcessor(first: self, second: another)
    }
}

infix operator |> : AdditionPrecedence

/// A processor that runs the left one, then the right one.
public func |> (left: any ImageProcessor, right: any ImageProcessor) -> any ImageProcessor {
    left.append(another: right)
}

extension ImageProcessItem {
    /// The item as an image, decoded as the processor's `decodingTarget` and the options ask.
    /// - Throws: `PluginError`, or `CancellationError`.
    public func image(
        for processor: some ImageProcessor, options: KingfisherParsedOptionsInfo
    ) throws -> Image {
        switch self {
        case .image(let image): return image
        case .data(let data):
            var decoding = options.decodingOptions
            decoding.target = processor.decodingTarget
            return try options.codecs.decode(data, options: decoding)
        }
    }
}

/// Two processors, one after the other.
struct CompositeImageProcessor: ImageProcessor {
    let first: any ImageProcessor
    let second: any ImageProcessor

    var identifier: String { "\(first.identifier)|>\(second.identifier)" }
    var decodingTarget: DecodingTarget? { first.decodingTarget }

    func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
        guard let image = try first.process(item: item, options: options) else { return nil }
        try WorkCancellation.check()
        return try second.process(item: .image(image), options: options)
    }
}

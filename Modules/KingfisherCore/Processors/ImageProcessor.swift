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

    /// Makes the image; `item.image(options:)` decodes bytes.
    ///
    /// A processor that ends up smaller than its source decodes smaller too: with `options.codecs` and a
    /// `DecodingTarget`.
    /// - Returns: The image, or nil where the processor cannot make one and has no error to throw.
    func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image?
}

extension ImageProcessor {
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

extension ImageProcessor {
    /// The image that the processor makes; of an animation every frame goes through it, when it is asked for.
    ///
    /// What a pipeline calls. An animation loaded as a still image, and a still one, go through `process` alone.
    /// - Throws: What `process` throws.
    public func image(of item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
        guard !isIdentity, !options.onlyLoadFirstFrame, let animation = try item.animation(options: options)
        else { return try process(item: item, options: options) }
        var image = try process(item: .image(animation), options: options)
        image?.frames = animation.frames.map { frames in
            MappedFrames(frames) { try pixels(of: animation.replacingPixels($0), options: options) }
        }
        return image
    }

    private func pixels(of frame: Image, options: KingfisherParsedOptionsInfo) throws -> PixelBuffer {
        guard let image = try process(item: .image(frame), options: options) else {
            throw PluginError(
                .encodingFailed, pluginID: "core",
                message: "The processor \(identifier) makes no image of a frame of the animation.")
        }
        return image.pixels
    }
}

infix operator |> : AdditionPrecedence

/// A processor that runs the left one, then the right one.
public func |> (left: any ImageProcessor, right: any ImageProcessor) -> any ImageProcessor {
    left.append(another: right)
}

extension ImageProcessItem {
    /// The item as an image at full size, decoded as the options ask.
    /// - Throws: `PluginError`, or `CancellationError`.
    public func image(options: KingfisherParsedOptionsInfo) throws -> Image {
        switch self {
        case .image(let image): image
        case .data(let data): try options.codecs.decode(data, options: options.decodingOptions)
        }
    }

    /// The image where it is animated, else nil: bytes of still images are not decoded.
    fileprivate func animation(options: KingfisherParsedOptionsInfo) throws -> Image? {
        if case .data(let data) = self {
            guard options.codecs.holdsAnimation(data, limits: options.decodingLimits) else { return nil }
        }
        let image = try image(options: options)
        return image.frames == nil ? nil : image
    }
}

/// Two processors, one after the other.
struct CompositeImageProcessor: InPlaceImageProcessor {
    let first: any ImageProcessor
    let second: any ImageProcessor

    var identifier: String { "\(first.identifier)|>\(second.identifier)" }

    func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
        guard let image = try first.process(item: item, options: options) else { return nil }
        try WorkCancellation.check()
        return try second.process(handedOver: consume image, options: options)
    }

    func process(_ image: consuming Image, options: KingfisherParsedOptionsInfo) throws -> Image? {
        guard let between = try first.process(handedOver: consume image, options: options) else { return nil }
        try WorkCancellation.check()
        return try second.process(handedOver: consume between, options: options)
    }
}

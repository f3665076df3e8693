/// A processor that looks at an image before it decides what to do, and has to do the same to every frame of an animation.
///
/// Trimming each frame by itself, for one, would give frames of different sizes.
public protocol PlanningImageProcessor: ImageProcessor {
    /// The processor that does what this one decides on for the image and all its frames.
    /// - Throws: `PluginError`, or `CancellationError`.
    func plan(for image: Image, options: KingfisherParsedOptionsInfo) throws -> any ImageProcessor
}

extension PlanningImageProcessor {
    /// Decodes bytes, decides, and makes the image.
    public func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
        let image = try item.image(options: options)
        return try plan(for: image, options: options).process(item: .image(image), options: options)
    }
}

extension ImageProcessor {
    /// The processor for every frame of an animation: itself unless it has to look at the whole first.
    func planned(for image: Image, options: KingfisherParsedOptionsInfo) throws -> any ImageProcessor {
        switch self {
        case let processor as any PlanningImageProcessor:
            return try processor.plan(for: image, options: options)
        case let chain as CompositeImageProcessor:
            let first = try chain.first.planned(for: image, options: options)
            guard chain.second.looksFirst else {
                return CompositeImageProcessor(first: first, second: chain.second)
            }
            guard let between = try first.image(of: .image(image), options: options) else { return self }
            return CompositeImageProcessor(
                first: first, second: try chain.second.planned(for: between, options: options))
        default:
            return self
        }
    }

    /// Whether any part of the processor looks at an image before it decides.
    private var looksFirst: Bool {
        if let chain = self as? CompositeImageProcessor {
            return chain.first.looksFirst || chain.second.looksFirst
        }
        return self is any PlanningImageProcessor
    }
}

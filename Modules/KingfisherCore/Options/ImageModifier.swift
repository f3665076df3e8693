/// Changes an image last of all, for one delivery: what it makes is never cached.
public protocol ImageModifier: Sendable {
    /// The image to deliver.
    func modify(_ image: Image) -> Image
}

/// An image modifier from a closure.
public struct AnyImageModifier: ImageModifier {
    private let block: @Sendable (Image) throws -> Image

    /// Makes a modifier; when the closure throws, the image is delivered as it was.
    public init(modify: @escaping @Sendable (Image) throws -> Image) {
        self.block = modify
    }

    /// What the closure returns.
    public func modify(_ image: Image) -> Image {
        (try? block(image)) ?? image
    }
}

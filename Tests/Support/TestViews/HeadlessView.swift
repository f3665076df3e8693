public import KingfisherCore
public import KingfisherPipeline

/// A view without a display: it remembers what it was told to show.
@MainActor
public final class HeadlessView: ImageSettable {
    /// What loads remember of the view.
    public let imageSetting = ImageSetting()
    /// What it was told to show last.
    public var image: Image?
    /// How many transitions were asked for.
    public private(set) var transitions = 0

    /// An empty view.
    public init() {}

    /// Counts the transition, and shows the image at once.
    public func show(
        _ image: Image, transition: ImageTransition, completion: @escaping @MainActor () -> Void
    ) {
        transitions += 1
        self.image = image
        completion()
    }
}

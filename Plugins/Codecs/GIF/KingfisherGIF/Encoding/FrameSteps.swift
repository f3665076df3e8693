internal import KingfisherCore

/// The frames of an animation one after the other, each as its difference from the one before; two pictures at a time
/// are in memory, and what is shown.
struct FrameSteps {
    private let frames: any FrameSource
    private var index = 0
    private var picture: Pixels
    private var shown: Pixels

    init(_ frames: any FrameSource) throws {
        self.frames = frames
        picture = try Pixels(frames.frame(at: 0))
        shown = Pixels(width: picture.width, values: [UInt32](repeating: 0, count: picture.values.count))
    }

    /// - Throws: `PluginError` with `.encodingFailed` where a frame has another size than the first; what the frames
    ///   throw; or `CancellationError`.
    mutating func next() throws -> (difference: FrameDifference, duration: Duration)? {
        guard index < frames.frameCount else { return nil }
        let isLast = index == frames.frameCount - 1
        let following = isLast ? nil : try Pixels(frames.frame(at: index + 1))
        if let following, (following.width, following.height) != (picture.width, picture.height) {
            throw CodecFailure.gif.encoding(
                "frame \(index + 1) has another size than the first one",
                advice: "Give all frames one size.")
        }
        let difference = FrameDifference(picture, over: shown.values, before: following)
        let duration = frames.duration(at: index)
        shown = picture
        if difference.isCleared { shown.clear(difference.part) }
        picture = following ?? picture
        index += 1
        return (difference, duration)
    }
}

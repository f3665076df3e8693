/// An animation of which every frame is changed as it is asked for: turned, converted, processed.
///
/// Holds nothing of its own; count, durations and loops are those of the frames beneath.
public struct MappedFrames: FrameSource {
    private let frames: any FrameSource
    private let change: @Sendable (PixelBuffer) throws -> PixelBuffer

    /// Makes an animation of changed frames.
    /// - Parameters:
    ///   - frames: The frames as they are.
    ///   - change: Gives every frame the same layout; called from several threads, and again for a frame asked for again.
    public init(
        _ frames: any FrameSource, change: @escaping @Sendable (PixelBuffer) throws -> PixelBuffer
    ) {
        self.frames = frames
        self.change = change
    }

    /// The number of frames.
    public var frameCount: Int { frames.frameCount }
    /// How often the animation plays, 0 meaning for ever.
    public var loopCount: Int { frames.loopCount }
    /// Bytes that the frames beneath hold.
    public var residentByteCount: Int { frames.residentByteCount }

    /// How long a frame is shown.
    public func duration(at index: Int) -> Duration { frames.duration(at: index) }

    /// The changed frame.
    public func frame(at index: Int) throws -> PixelBuffer {
        try change(try frames.frame(at: index))
    }
}

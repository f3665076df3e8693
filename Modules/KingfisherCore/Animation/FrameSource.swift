/// An animation that is decoded as it is shown.
///
/// Holds encoded bytes and at most a small window of frames. Safe to use from several threads: frames asked for in
/// order cost one decode each, any other order gives the same pixels for more work.
public protocol FrameSource: Sendable {
    /// The number of frames, at least 1.
    var frameCount: Int { get }
    /// How often the animation plays, 0 meaning for ever.
    var loopCount: Int { get }
    /// Bytes held in memory: encoded bytes and decoded frames.
    var residentByteCount: Int { get }

    /// How long a frame is shown.
    /// - Precondition: `index` is in `0..<frameCount`.
    func duration(at index: Int) -> Duration

    /// The composited pixels of a frame, as shown on the whole canvas; all frames have one layout.
    /// - Precondition: `index` is in `0..<frameCount`.
    /// - Throws: `PluginError`, or `CancellationError`.
    func frame(at index: Int) throws -> PixelBuffer
}

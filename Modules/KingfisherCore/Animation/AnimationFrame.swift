/// What an animated file says of one frame: the rectangle it draws, for how long, and how it meets its neighbours.
public struct AnimationFrame: Hashable, Sendable {
    /// What becomes of the frame's rectangle when its time is over.
    public enum Disposal: Hashable, Sendable {
        /// It stays.
        case keep
        /// It becomes transparent, or black where pixels have no alpha.
        case clear
        /// It becomes again what it was before the frame.
        case previous
    }

    /// How the frame's pixels meet what is there.
    public enum Blending: Hashable, Sendable {
        /// They replace it, alpha and all.
        case replace
        /// They are laid over it.
        case over
    }

    /// Pixels from the canvas's left side; the frame may stick out of the canvas on every side.
    public var x: Int
    /// Pixels from the canvas's top.
    public var y: Int
    /// Pixels in a row of the frame.
    public var width: Int
    /// Rows of the frame.
    public var height: Int
    /// How long the frame is shown.
    public var duration: Duration
    /// What becomes of it afterwards.
    public var disposal: Disposal
    /// How it is drawn.
    public var blending: Blending

    /// Makes a frame.
    public init(
        x: Int, y: Int, width: Int, height: Int, duration: Duration, disposal: Disposal = .keep,
        blending: Blending = .replace
    ) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.duration = duration
        self.disposal = disposal
        self.blending = blending
    }
}

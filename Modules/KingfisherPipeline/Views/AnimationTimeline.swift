public import KingfisherCore

/// Which frame of an animation is due as time goes by.
///
/// Time within a frame is carried into the next one, so that an animation neither drifts nor slows down where it is looked at
/// late. The last frame has its full time before a round counts as played.
public struct AnimationTimeline: Sendable {
    /// How often an animation plays.
    public enum RepeatCount: Equatable, Sendable {
        /// As often as the file says.
        case asInFile
        /// Once.
        case once
        /// So many times, at least once.
        case finite(count: UInt)
        /// For ever.
        case infinite
    }

    /// The frame that is due.
    public private(set) var frame = 0
    /// How many rounds have been played.
    public private(set) var playedLoops: UInt = 0
    /// Whether the last frame of the last round has had its time; it stays.
    public private(set) var isFinished = false
    private let durations: [Duration]
    private let loops: UInt
    private var elapsed = Duration.zero

    /// A timeline at the first frame.
    public init(of frames: any FrameSource, repeatCount: RepeatCount = .asInFile) {
        durations = (0..<frames.frameCount).map { Self.shown(frames.duration(at: $0)) }
        loops =
            switch repeatCount {
            case .asInFile: UInt(max(frames.loopCount, 0))
            case .once: 1
            case .finite(let count): max(count, 1)
            case .infinite: 0
            }
    }

    /// Lets time go by; at most a second at once, so that a view that was not seen goes on where it was.
    public mutating func advance(by step: Duration) {
        guard !isFinished else { return }
        elapsed += min(max(step, .zero), .seconds(1))
        while elapsed >= durations[frame] {
            elapsed -= durations[frame]
            if frame + 1 < durations.count {
                frame += 1
                continue
            }
            playedLoops += 1
            if loops > 0, playedLoops >= loops {
                isFinished = true
                return
            }
            frame = 0
        }
    }

    /// Browsers show what asks for 10 ms or less for 100 ms, and files are made for that.
    private static func shown(_ duration: Duration) -> Duration {
        duration <= .milliseconds(11) ? .milliseconds(100) : duration
    }
}

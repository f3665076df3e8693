public import Foundation

/// How a view goes from what it shows to a loaded image. Durations are in seconds.
public enum ImageTransition: Sendable {
    /// A step of a custom transition: progress runs from 0 to 1, and the last step is always 1.
    public typealias Animation = @MainActor @Sendable (_ view: any ImageSettable, _ progress: Double) -> Void

    /// At once.
    case none
    /// The new image fades in over the old one.
    case fade(TimeInterval)
    /// The view turns around its vertical axis, from the left.
    case flipFromLeft(TimeInterval)
    /// The view turns around its vertical axis, from the right.
    case flipFromRight(TimeInterval)
    /// The new image comes in from the top.
    case flipFromTop(TimeInterval)
    /// The new image comes in from the bottom.
    case flipFromBottom(TimeInterval)
    /// The image is put in place, and the closure changes the view with each frame.
    case custom(duration: TimeInterval, animation: Animation)

    /// Whether there is nothing to wait for.
    public var isNone: Bool {
        if case .none = self { true } else { duration <= 0 }
    }

    /// Seconds from beginning to end.
    public var duration: TimeInterval {
        switch self {
        case .none: 0
        case .fade(let duration), .flipFromLeft(let duration), .flipFromRight(let duration),
            .flipFromTop(let duration), .flipFromBottom(let duration), .custom(let duration, _):
            duration
        }
    }
}

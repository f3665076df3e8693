internal import CKingfisherGTK
internal import KingfisherCore
public import KingfisherPipeline

/// Told of an animation's rounds.
@MainActor
public protocol AnimatedImageViewDelegate: AnyObject {
    /// A round has been played.
    func animatedImageView(_ view: AnimatedImageView, didPlayAnimationLoops count: UInt)
    /// The last round has been played.
    func animatedImageViewDidFinishAnimating(_ view: AnimatedImageView)
}

/// An `ImageView` that plays animations, by the display's frames, while it is seen.
///
/// Frames are decoded ahead on the processing pool, at most `framePreloadCount` at a time.
public final class AnimatedImageView: ImageView {
    /// Whether an animation plays as soon as it is shown.
    public var autoPlayAnimatedImage = true
    /// How often an animation plays. Takes effect with the next image.
    public var repeatCount = AnimationTimeline.RepeatCount.asInFile
    /// The most frames held decoded, at least 2; 10 unless set. Takes effect with the next image.
    public var framePreloadCount = 10
    /// Told of rounds.
    public weak var delegate: (any AnimatedImageViewDelegate)?
    /// Whether an animation is playing, or would be if the view were seen.
    public private(set) var isAnimating = false
    private var timeline: AnimationTimeline?
    private var window: FrameWindow?
    private var shownFrame = 0
    private var tick: UInt32?
    private var lastTime: Int64?

    /// An empty view. `MainLoop` must have been made.
    public override init() {
        super.init()
        WidgetEvents.on("map", of: widget) { [weak self] in self?.resume() }
        WidgetEvents.on("unmap", of: widget) { [weak self] in self?.pause() }
    }

    override func imageDidChange() {
        stopAnimating()
        timeline = nil
        window = nil
        shownFrame = 0
        guard let image, image.isAnimated, let frames = image.frames else { return }
        timeline = AnimationTimeline(of: frames, repeatCount: repeatCount)
        window = FrameWindow(frames, size: framePreloadCount)
        if autoPlayAnimatedImage { startAnimating() }
    }

    /// Plays on; nothing for a still image or an animation that has ended.
    public func startAnimating() {
        guard let timeline, !timeline.isFinished, !isAnimating else { return }
        isAnimating = true
        resume()
    }

    /// Stops at the frame that is shown.
    public func stopAnimating() {
        isAnimating = false
        pause()
    }

    private func resume() {
        guard isAnimating, tick == nil, kf_gtk_widget_is_mapped(widget) else { return }
        lastTime = nil
        tick = WidgetEvents.eachFrame(of: widget) { [weak self] time in
            self?.advance(to: time)
            return self?.tick != nil
        }
    }

    private func pause() {
        if let tick = tick.take() { kf_gtk_widget_remove_tick(widget, tick) }
    }

    private func advance(to time: Int64) {
        let step = lastTime.map { Duration.microseconds(time - $0) } ?? .zero
        lastTime = time
        let loops = timeline?.playedLoops ?? 0
        timeline?.advance(by: step)
        guard let timeline else { return }
        if timeline.frame != shownFrame, let pixels = window?.frame(at: timeline.frame) {
            shownFrame = timeline.frame
            showFrame(pixels)
        }
        if timeline.playedLoops > loops {
            delegate?.animatedImageView(self, didPlayAnimationLoops: timeline.playedLoops)
        }
        if timeline.isFinished, isAnimating {
            stopAnimating()
            delegate?.animatedImageViewDidFinishAnimating(self)
        }
    }
}

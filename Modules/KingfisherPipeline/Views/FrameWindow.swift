public import KingfisherCore

/// The next few frames of an animation, decoded ahead on the processing pool.
///
/// Holds at most as many as it was told, whatever the animation's length.
@MainActor
public final class FrameWindow {
    private let frames: any FrameSource
    private let size: Int
    private var ready: [Int: PixelBuffer] = [:]
    private var first = 0
    private var filling: Task<Void, Never>?

    /// - Parameters:
    ///   - frames: The animation.
    ///   - size: The most frames held, at least 2.
    public init(_ frames: any FrameSource, size: Int) {
        self.frames = frames
        self.size = min(max(size, 2), frames.frameCount)
        fill()
    }

    deinit {
        filling?.cancel()
    }

    /// How many frames are held.
    public var count: Int { ready.count }

    /// A frame, when it is there; those before it are let go, and those after it asked for.
    public func frame(at index: Int) -> PixelBuffer? {
        first = index
        ready = ready.filter { isWanted($0.key) }
        fill()
        return ready[index]
    }

    private func isWanted(_ index: Int) -> Bool {
        (index - first + frames.frameCount) % frames.frameCount < size
    }

    private var nextMissing: Int? {
        (0..<size).lazy.map { (self.first + $0) % self.frames.frameCount }.first { self.ready[$0] == nil }
    }

    private func fill() {
        guard filling == nil, nextMissing != nil else { return }
        filling = Task { [weak self, frames] in
            while let index = self?.nextMissing, !Task.isCancelled {
                // A damaged frame leaves the one before it on the screen; it is not asked for again and again.
                guard let pixels = try? await WorkPool.processing.run({ try frames.frame(at: index) }) else {
                    return
                }
                self?.keep(pixels, at: index)
            }
            self?.filling = nil
        }
    }

    private func keep(_ pixels: PixelBuffer, at index: Int) {
        if isWanted(index) { ready[index] = pixels }
    }
}

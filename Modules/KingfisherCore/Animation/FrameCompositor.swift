import Synchronization

/// Composites the frames of a file that stores rectangles, such as GIF, APNG and animated WebP.
///
/// Holds the canvas last shown and, where a frame restores what was before it, that canvas too. A frame is composited
/// from the last one shown, or from the nearest frame before it that needs no earlier one.
public final class FrameCompositor: FrameSource {
    /// Decodes the rectangle of a frame to pixels with the channels and the depth of the canvas, straight alpha.
    public typealias Decode = @Sendable (_ index: Int) throws -> PixelBuffer

    private let plan: AnimationPlan
    private let blend: FrameBlend
    private let decode: Decode
    private let encodedByteCount: Int
    /// Nil at the start, and while a caller composites.
    private let last = Lock<ShownFrame?>(nil)

    /// How often the animation plays, 0 meaning for ever.
    public let loopCount: Int

    /// Makes a source of frames.
    /// - Parameters:
    ///   - layout: The canvas. With an alpha channel it starts transparent and is straight, else it starts black.
    ///   - frames: What the file says of each frame, at least one.
    ///   - loopCount: How often the animation plays, 0 meaning for ever.
    ///   - encodedByteCount: Bytes that `decode` holds.
    ///   - blend: How frames are laid over each other.
    ///   - decode: Called without a lock, perhaps from several threads.
    public init(
        layout: PixelLayout, frames: [AnimationFrame], loopCount: Int, encodedByteCount: Int,
        blend: FrameBlend = .straightOver, decode: @escaping Decode
    ) {
        plan = AnimationPlan(layout: layout, frames: frames)
        self.loopCount = loopCount
        self.encodedByteCount = encodedByteCount
        self.blend = blend
        self.decode = decode
    }

    /// The number of frames.
    public var frameCount: Int { plan.frames.count }

    /// Encoded bytes, and those of the canvases held.
    public var residentByteCount: Int {
        encodedByteCount + plan.layout.byteCount * last.withLock { $0?.canvasCount ?? 0 }
    }

    /// How long a frame is shown.
    public func duration(at index: Int) -> Duration { plan.frames[index].duration }

    /// The canvas as a frame shows it.
    public func frame(at index: Int) throws -> PixelBuffer {
        var shown = last.withLock { last in
            defer { last = nil }
            return last
        }
        defer {
            let reached = shown
            last.withLock { $0 = reached ?? $0 }
        }
        if let shown, shown.index == index { return shown.pixels }
        let start = plan.start(for: index, after: shown?.index)
        if start != shown.map({ $0.index + 1 }) { shown = nil }
        for next in start...index {
            try WorkCancellation.check()
            shown = try composite(next, over: shown.take())
        }
        guard let shown else { preconditionFailure("the range has at least one frame") }
        return shown.pixels
    }

    /// Shows a frame after the one before it; after none where it needs none.
    private func composite(_ index: Int, over previous: consuming ShownFrame?) throws -> ShownFrame {
        let frame = plan.frames[index]
        let pixels = try decode(index)
        try check(pixels, of: frame)
        if plan.replacesCanvas(index) { return ShownFrame(index: index, pixels: pixels, before: nil) }
        let before = try base(after: previous)
        let kept = frame.disposal == .previous ? before : nil
        var canvas = try before?.thaw() ?? PixelCanvas(plan.layout)
        canvas.draw(pixels, as: frame, blend: blend)
        if blend.replacesCleared, let empty = plan.emptyRectangle(before: index) {
            canvas.draw(pixels, as: frame, within: empty)
        }
        return ShownFrame(index: index, pixels: canvas.freeze(), before: kept)
    }

    /// What a frame is drawn upon; nil for the empty canvas.
    private func base(after previous: consuming ShownFrame?) throws -> PixelBuffer? {
        guard let previous else { return nil }
        let frame = plan.frames[previous.index]
        switch frame.disposal {
        case .keep: return previous.pixels
        case .previous: return previous.before
        case .clear:
            var canvas = try previous.pixels.thaw()
            canvas.clear(frame)
            return canvas.freeze()
        }
    }

    private func check(_ pixels: PixelBuffer, of frame: AnimationFrame) throws(PluginError) {
        let fits =
            pixels.width == frame.width && pixels.height == frame.height
            && pixels.layout.channels == plan.layout.channels && pixels.layout.depth == plan.layout.depth
        guard fits else {
            throw PluginError(
                .corrupt, pluginID: "core",
                message: "A frame of the animation has \(pixels.width)x\(pixels.height) pixels of "
                    + "\(pixels.layout.channels) where \(frame.width)x\(frame.height) of "
                    + "\(plan.layout.channels) were announced.")
        }
    }
}

/// A frame as it was shown, and what the next one needs of it.
private struct ShownFrame {
    let index: Int
    let pixels: PixelBuffer
    /// The canvas before the frame, where its disposal asks for it; nil for the empty canvas.
    let before: PixelBuffer?

    var canvasCount: Int { before == nil ? 1 : 2 }
}

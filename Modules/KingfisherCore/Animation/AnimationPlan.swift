/// The frames of an animation, and which of them need no earlier one.
struct AnimationPlan: Sendable {
    let layout: PixelLayout
    let frames: [AnimationFrame]
    /// For each frame the nearest one, itself or before it, that is drawn without knowing what was shown.
    private let starts: [Int]
    /// Frames that meet nothing but cleared canvas.
    private let onEmptyCanvas: Set<Int>

    init(layout: PixelLayout, frames: [AnimationFrame]) {
        self.layout = layout
        self.frames = frames
        var starts: [Int] = []
        var onEmptyCanvas: Set<Int> = []
        var isEmptyBefore = true
        for (index, frame) in frames.enumerated() {
            let replaces = Self.replaces(frame, layout)
            if isEmptyBefore { onEmptyCanvas.insert(index) }
            starts.append(isEmptyBefore || replaces ? index : starts[index - 1])
            isEmptyBefore =
                switch frame.disposal {
                case .keep: false
                case .clear: isEmptyBefore || Self.covers(frame, layout)
                case .previous: isEmptyBefore
                }
        }
        self.starts = starts
        self.onEmptyCanvas = onEmptyCanvas
    }

    /// Whether nothing of the canvas before the frame is seen in it, nor restored after it.
    func replacesCanvas(_ index: Int) -> Bool { Self.replaces(frames[index], layout) }

    /// The rectangle that is known to be empty when a frame is drawn: its own, or that of the frame before it.
    func emptyRectangle(before index: Int) -> AnimationFrame? {
        if onEmptyCanvas.contains(index) { return frames[index] }
        let previous = frames[index - 1]
        return previous.disposal == .clear ? previous : nil
    }

    /// The first frame to composite to get at one, having shown another.
    func start(for index: Int, after shown: Int?) -> Int {
        guard let shown, shown < index else { return starts[index] }
        return max(starts[index], shown + 1)
    }

    private static func replaces(_ frame: AnimationFrame, _ layout: PixelLayout) -> Bool {
        let isOpaque = frame.blending == .replace || !layout.channels.hasAlpha
        let isWhole =
            frame.x == 0 && frame.y == 0 && frame.width == layout.width && frame.height == layout.height
        return isOpaque && isWhole && frame.disposal != .previous
    }

    private static func covers(_ frame: AnimationFrame, _ layout: PixelLayout) -> Bool {
        frame.x <= 0 && frame.y <= 0 && frame.width >= layout.width - frame.x
            && frame.height >= layout.height - frame.y
    }
}

internal import KingfisherCore

/// Decides, frame by frame, what the frame before leaves on the canvas and which rectangle then has to be drawn.
struct FramePlanner {
    /// What is to be drawn.
    struct Step {
        /// The whole canvas as it is to be shown.
        let pixels: PixelBuffer
        /// The canvas it is drawn on; nil for the empty one.
        let base: PixelBuffer?
        let rectangle: PixelRectangle
        /// What becomes of the frame before; of no meaning for the first one.
        let disposalBefore: AnimationFrame.Disposal
    }

    /// Whether cleared pixels are transparent, as pixels without alpha could not show again.
    private let canClear: Bool
    private var last: Step?

    init(canClear: Bool) {
        self.canClear = canClear
    }

    /// Plans the next frame.
    mutating func next(_ pixels: PixelBuffer) throws -> Step {
        let step = try last.map { try plan(pixels, after: $0) } ?? first(pixels)
        last = step
        return step
    }

    /// The first frame has to cover the canvas, as it is the image for readers without animation.
    private func first(_ pixels: PixelBuffer) -> Step {
        let whole = PixelRectangle(x: 0, y: 0, width: pixels.width, height: pixels.height)
        return Step(pixels: pixels, base: nil, rectangle: whole, disposalBefore: .keep)
    }

    private func plan(_ pixels: PixelBuffer, after last: Step) throws -> Step {
        var best = step(pixels, on: last.pixels, after: .keep)
        // Trying the others costs a look at the canvas, or a copy of it: not for what is small anyway.
        guard best.rectangle.area > 64 else { return best }
        if let base = last.base {
            let restored = step(pixels, on: base, after: .previous)
            if restored.rectangle.area < best.rectangle.area { best = restored }
        }
        if canClear, best.rectangle.area > 64 {
            let cleared = step(pixels, on: try last.pixels.clearing(last.rectangle), after: .clear)
            if cleared.rectangle.area < best.rectangle.area { best = cleared }
        }
        return best
    }

    private func step(
        _ pixels: PixelBuffer, on base: PixelBuffer, after disposal: AnimationFrame.Disposal
    ) -> Step {
        Step(
            pixels: pixels, base: base, rectangle: .difference(pixels, base), disposalBefore: disposal)
    }
}

extension PixelBuffer {
    /// The picture with a rectangle made transparent.
    fileprivate func clearing(_ rectangle: PixelRectangle) throws -> PixelBuffer {
        var canvas = try thaw()
        let layout = canvas.layout
        canvas.withMutableBytes { span in
            span.withUnsafeMutableBytes { bytes in
                for row in 0..<rectangle.height {
                    bytes[rectangle.bytes(ofRow: row, in: layout)].initializeMemory(
                        as: UInt8.self, repeating: 0)
                }
            }
        }
        return canvas.freeze()
    }
}

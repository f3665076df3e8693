extension PixelCanvas {
    /// Draws what lies within the canvas of a frame.
    mutating func draw(_ pixels: PixelBuffer, as frame: AnimationFrame, blend: FrameBlend) {
        let layout = layout
        guard let part = VisiblePart(frame, on: layout) else { return }
        let replaces = frame.blending == .replace || !layout.channels.hasAlpha
        switch layout.depth {
        case .eight where !replaces:
            pixels.withSamples8 { source in
                withMutableSamples8 { part.blend(source, over: &$0, of: layout, with: blend.eight) }
            }
        case .sixteen where !replaces:
            pixels.withSamples16 { source in
                withMutableSamples16 { part.blend(source, over: &$0, of: layout, with: blend.sixteen) }
            }
        default:
            pixels.withBytes { source in withMutableBytes { part.copy(source, to: &$0, of: layout) } }
        }
    }

    /// Copies what of a frame lies within the canvas and another frame's rectangle.
    mutating func draw(_ pixels: PixelBuffer, as frame: AnimationFrame, within other: AnimationFrame) {
        let layout = layout
        guard let part = VisiblePart(frame, on: layout)?.clipped(to: VisiblePart(other, on: layout)) else {
            return
        }
        pixels.withBytes { source in withMutableBytes { part.copy(source, to: &$0, of: layout) } }
    }

    /// Makes the frame's rectangle transparent, or black without an alpha channel.
    mutating func clear(_ frame: AnimationFrame) {
        let layout = layout
        guard let part = VisiblePart(frame, on: layout) else { return }
        withMutableBytes { part.clear(&$0, of: layout) }
    }
}

/// The part of a frame that lies within the canvas.
private struct VisiblePart {
    /// In canvas pixels.
    let columns: Range<Int>
    let rows: Range<Int>
    private let frame: AnimationFrame

    /// Nil where nothing of the frame is seen.
    init?(_ frame: AnimationFrame, on layout: PixelLayout) {
        let (right, overflow) = frame.x.addingReportingOverflow(frame.width)
        let (bottom, overflowDown) = frame.y.addingReportingOverflow(frame.height)
        let left = max(frame.x, 0)
        let top = max(frame.y, 0)
        let end = min(right, layout.width)
        let foot = min(bottom, layout.height)
        guard !overflow, !overflowDown, left < end, top < foot else { return nil }
        columns = left..<end
        rows = top..<foot
        self.frame = frame
    }

    private init(of frame: AnimationFrame, columns: Range<Int>, rows: Range<Int>) {
        self.frame = frame
        self.columns = columns
        self.rows = rows
    }

    /// The part that also lies within another; nil where there is none.
    func clipped(to other: VisiblePart?) -> VisiblePart? {
        guard let other, columns.overlaps(other.columns), rows.overlaps(other.rows) else { return nil }
        return VisiblePart(
            of: frame, columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
    }

    private func offsets(_ row: Int, _ unit: Int, _ layout: PixelLayout) -> (source: Int, target: Int) {
        (
            ((row - frame.y) * frame.width + columns.lowerBound - frame.x) * unit,
            (row * layout.width + columns.lowerBound) * unit
        )
    }

    func copy(_ source: RawSpan, to target: inout MutableRawSpan, of layout: PixelLayout) {
        let count = columns.count * layout.bytesPerPixel
        unsafe source.withUnsafeBytes { source in
            unsafe target.withUnsafeMutableBytes { target in
                for row in rows {
                    let (from, to) = offsets(row, layout.bytesPerPixel, layout)
                    let line = unsafe UnsafeRawBufferPointer(rebasing: source[from..<from + count])
                    unsafe UnsafeMutableRawBufferPointer(rebasing: target[to..<to + count]).copyMemory(
                        from: line)
                }
            }
        }
    }

    func clear(_ target: inout MutableRawSpan, of layout: PixelLayout) {
        let count = columns.count * layout.bytesPerPixel
        unsafe target.withUnsafeMutableBytes { target in
            for row in rows {
                let (_, to) = offsets(row, layout.bytesPerPixel, layout)
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[to..<to + count]).initializeMemory(
                    as: UInt8.self, repeating: 0)
            }
        }
    }

    func blend<Sample: PixelSample>(
        _ source: Span<Sample>, over target: inout MutableSpan<Sample>, of layout: PixelLayout,
        with blend: FrameBlend.Row<Sample>
    ) {
        let channels = layout.channels.count
        let count = columns.count * channels
        unsafe target.withUnsafeMutableBufferPointer { target in
            for row in rows {
                let (from, to) = offsets(row, channels, layout)
                var line = unsafe MutableSpan(
                    _unsafeElements: UnsafeMutableBufferPointer(rebasing: target[to..<to + count]))
                blend(source.extracting(from..<from + count), &line, channels)
            }
        }
    }
}

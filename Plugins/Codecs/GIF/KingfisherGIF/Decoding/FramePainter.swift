internal import KingfisherCore

/// Paints the colour indices of an image onto a part of the canvas.
struct FramePainter {
    private let frame: GIFFrame
    private let palette: GIFPalette
    private let part: CanvasPart
    /// What of the image lies in the part.
    private let visible: CanvasPart

    init(_ frame: GIFFrame, _ palette: GIFPalette, _ part: CanvasPart) {
        self.frame = frame
        self.palette = palette
        self.part = part
        visible = frame.area.clamped(to: part)
    }

    /// Paints the first `count` pixels.
    ///
    /// - Parameters:
    ///   - indices: All pixels of the image, in the order in which they are stored.
    ///   - canvas: The pixels of the part.
    ///   - fillsGaps: Whether rows of an interlaced image stand in for those not there yet.
    func paint(
        _ indices: UnsafeMutableBufferPointer<UInt8>, count: Int, onto canvas: inout PixelCanvas,
        fillsGaps: Bool
    ) {
        let layout = canvas.layout
        guard !visible.isEmpty, let indices = UnsafePointer(indices.baseAddress) else { return }
        canvas.withMutableBytes { span in
            span.withUnsafeMutableBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                let storedRows = (count + frame.width - 1) / frame.width
                Interlace(frame).eachRow(storedRows) { stored, row, standsFor in
                    let start = stored * frame.width
                    let known = min(frame.width, count - start)
                    for copy in 0..<(fillsGaps ? standsFor : 1) {
                        let target = frame.top + row + copy
                        paintRow(indices + start, known, at: target, base, layout)
                    }
                }
            }
        }
    }

    private func paintRow(
        _ indices: UnsafePointer<UInt8>, _ known: Int, at row: Int, _ base: UnsafeMutableRawPointer,
        _ layout: PixelLayout
    ) {
        let first = visible.columns.lowerBound - frame.left
        let count = min(visible.columns.count, known - first)
        guard visible.rows.contains(row), count > 0 else { return }
        let column = visible.columns.lowerBound - part.columns.lowerBound
        let line = row - part.rows.lowerBound
        let target = base + line * layout.bytesPerRow + column * layout.bytesPerPixel
        palette.colors.withUnsafeBufferPointer { colors in
            if layout.channels == .rgba {
                Self.paint(indices + first, count, colors, target.assumingMemoryBound(to: UInt32.self))
            } else {
                Self.paint(indices + first, count, colors, target.assumingMemoryBound(to: UInt8.self))
            }
        }
    }

    private static func paint(
        _ indices: UnsafePointer<UInt8>, _ count: Int, _ colors: UnsafeBufferPointer<UInt32>,
        _ pixels: UnsafeMutablePointer<UInt32>
    ) {
        for index in 0..<count { pixels[index] = colors[Int(indices[index])] }
    }

    private static func paint(
        _ indices: UnsafePointer<UInt8>, _ count: Int, _ colors: UnsafeBufferPointer<UInt32>,
        _ samples: UnsafeMutablePointer<UInt8>
    ) {
        for index in 0..<count {
            let color = UInt32(littleEndian: colors[Int(indices[index])])
            samples[index &* 3] = UInt8(truncatingIfNeeded: color)
            samples[index &* 3 &+ 1] = UInt8(truncatingIfNeeded: color &>> 8)
            samples[index &* 3 &+ 2] = UInt8(truncatingIfNeeded: color &>> 16)
        }
    }
}

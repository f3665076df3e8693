public import KingfisherCore

/// A part of a picture, in pixels.
public struct PixelRect: Hashable, Sendable {
    /// The first column.
    public var x: Int
    /// The first row.
    public var y: Int
    /// Pixels in a row.
    public var width: Int
    /// Rows.
    public var height: Int

    /// Makes a part.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The smallest part that holds both.
    public func union(_ other: PixelRect) -> PixelRect {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return PixelRect(
            x: left, y: top, width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top)
    }
}

extension PixelBuffer {
    /// The smallest part outside of which everything is like the pixel at the top left; nil where all is like it.
    ///
    /// Pixels are compared multiplied by alpha, so that any colour is like any other where it cannot be seen.
    /// - Parameter tolerance: How far a channel may be off, in fractions of white, 0...1.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    public func contentRect(tolerance: Double) throws -> PixelRect? {
        switch layout.depth {
        case .eight: try contentRect(tolerance, UInt8.self)
        case .sixteen: try contentRect(tolerance, UInt16.self)
        }
    }

    private func contentRect<Sample: KernelSample>(
        _ tolerance: Double, _ type: Sample.Type
    ) throws -> PixelRect? {
        let allowed = Int((tolerance * Double(Sample.max)).rounded(.down))
        let step = layout.channels.count
        return try withBytes { bytes in
            try unsafe bytes.withUnsafeBytes { bytes in
                guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: type) else { return nil }
                let rows = unsafe MixableRows(layout: layout, samples: start)
                let memory = try Scratch<Sample>(count: rows.scratchLength)
                let first = unsafe rows.row(0, in: memory.start)
                let edge = (0..<step).map { unsafe Int(first[$0]) }
                func isLikeEdge(_ pixel: UnsafePointer<Sample>) -> Bool {
                    for channel in 0..<step where unsafe abs(Int(pixel[channel]) - edge[channel]) > allowed {
                        return false
                    }
                    return true
                }
                var (left, right, top, bottom) = (width, -1, height, -1)
                for y in 0..<height {
                    if y % 64 == 0 { try WorkCancellation.check() }
                    let row = unsafe rows.row(y, in: memory.start)
                    var x = 0
                    while x < width, unsafe isLikeEdge(row + x * step) { x += 1 }
                    if x == width { continue }
                    left = min(left, x)
                    (top, bottom) = (min(top, y), y)
                    // Only what lies right of what is known already.
                    var end = width - 1
                    while end > max(right, x), unsafe isLikeEdge(row + end * step) { end -= 1 }
                    right = max(right, end)
                }
                guard bottom >= 0 else { return nil }
                return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
            }
        }
    }
}

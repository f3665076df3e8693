internal import KingfisherCore

/// Lightens and darkens pixels by a fixed pattern before the nearest colour is taken, so that what does not move in an
/// animation does not change either.
///
/// Source: B. Bayer, "An optimum method for two-level rendition of continuous-tone pictures" (1973).
struct OrderedDither {
    private static let side = 8

    /// How far a pixel is shifted at each place of the pattern, -32...31.
    private static let pattern: [Int] = (0..<side * side).map { place in
        let (y, x) = place.quotientAndRemainder(dividingBy: side)
        // The bits of x ^ y and y, the lowest first, are the highest of the threshold.
        let bits = (0..<3).reduce(0) { $0 << 2 | ((x ^ y) >> $1 & 1) << 1 | y >> $1 & 1 }
        return bits - 32
    }

    /// The numbers of the colours that stand for the pixels.
    ///
    /// - Parameters:
    ///   - origin: Where the pixels lie on the canvas, so that the pattern stays in its place.
    ///   - absent: The number for pixels that are not there.
    /// - Throws: `CancellationError`.
    func indices(
        of pixels: Pixels, at origin: (x: Int, y: Int), _ palette: inout NearestColors, absent: UInt8
    ) throws -> [UInt8] {
        let reach = Self.reach(palette.colors)
        var indices = [UInt8](repeating: absent, count: pixels.values.count)
        for row in 0..<pixels.height {
            if row % 64 == 0 { try WorkCancellation.check() }
            let line = (row + origin.y) % Self.side * Self.side
            for column in 0..<pixels.width {
                let pixel = pixels.values[row * pixels.width + column]
                guard pixel != 0 else { continue }
                let shift = Self.pattern[line + (column + origin.x) % Self.side] * reach / 64
                let color = RGB(pixel)
                let shifted = RGB(
                    red: min(max(color.red + shift, 0), 255), green: min(max(color.green + shift, 0), 255),
                    blue: min(max(color.blue + shift, 0), 255))
                indices[row * pixels.width + column] = UInt8(palette.nearest(to: shifted))
            }
        }
        return indices
    }

    /// How far colours of the palette typically lie from each other, in steps of one channel.
    private static func reach(_ colors: [RGB]) -> Int {
        let gaps = colors.indices.map { index in
            colors.indices.filter { $0 != index }.map { colors[$0].distance(to: colors[index]) }.min() ?? 0
        }
        let weights = RGB.weights
        let squares = gaps.reduce(0, +) / max(gaps.count, 1) / (weights.red + weights.green + weights.blue)
        return min(max(Int(Double(squares).squareRoot()) * 2, 2), 64)
    }
}

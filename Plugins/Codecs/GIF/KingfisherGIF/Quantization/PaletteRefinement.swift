internal import KingfisherCore

/// Moves the colours of a palette to the middle of what they stand for, over and over.
///
/// Source: S. Lloyd, "Least squares quantization in PCM" (1982).
enum PaletteRefinement {
    /// - Returns: As many colours, or fewer where some became equal.
    /// - Throws: `CancellationError`.
    static func refined(_ colors: [RGB], for histogram: ColorHistogram, rounds: Int) throws -> [RGB] {
        let means = histogram.cells.map(\.mean)
        var colors = colors
        for _ in 0..<rounds {
            try WorkCancellation.check()
            var nearest = NearestColors(colors)
            var sums = [ColorHistogram.Cell](repeating: ColorHistogram.Cell(), count: colors.count)
            for (cell, mean) in zip(histogram.cells, means) { sums[nearest.nearest(to: mean)].add(cell) }
            // A colour that nothing is near to stays where it is.
            let moved = zip(sums, colors).map { sum, color in sum.count > 0 ? sum.mean : color }
            if moved == colors { break }
            colors = moved
        }
        var known: Set<RGB> = []
        return colors.filter { known.insert($0).inserted }
    }
}

internal import KingfisherCore

/// Makes pictures of few colours out of pictures of many.
struct Quantizer {
    enum Dither {
        case none
        case diffusion
        case ordered
    }

    /// A picture as numbers of colours.
    struct Result {
        /// The colours, as values of `Pixels`.
        let colors: [UInt32]
        let indices: [UInt8]
        /// The number that stands for pixels that are not there; one more than there are colours.
        let absent: UInt8
    }

    /// The most colours to use, 1 to 256, not counting pixels that are not there.
    let colorCount: Int
    /// How often the palette is refined.
    let rounds: Int
    let dither: Dither

    /// Takes the colours as they are where they are few enough, else chooses some.
    ///
    /// - Parameter origin: Where the pixels lie on the canvas.
    /// - Throws: `CancellationError`.
    func quantize(_ pixels: Pixels, at origin: (x: Int, y: Int) = (0, 0)) throws -> Result {
        var exact = ExactPalette(limit: colorCount)
        if exact.take(pixels.values) {
            let absent = UInt8(truncatingIfNeeded: exact.colors.count)
            return Result(
                colors: exact.colors, indices: exact.indices(of: pixels.values, absent: absent),
                absent: absent)
        }
        let histogram = ColorHistogram(pixels.values)
        var splitter = BoxSplitter(histogram)
        let chosen = try PaletteRefinement.refined(splitter.means(colorCount), for: histogram, rounds: rounds)
        var palette = NearestColors(chosen)
        let absent = UInt8(truncatingIfNeeded: chosen.count)
        let indices =
            switch dither {
            case .none: try nearest(pixels, &palette, absent: absent)
            case .diffusion: try DiffusionDither().indices(of: pixels, &palette, absent: absent)
            case .ordered: try OrderedDither().indices(of: pixels, at: origin, &palette, absent: absent)
            }
        return Result(colors: chosen.map(\.value), indices: indices, absent: absent)
    }

    private func nearest(_ pixels: Pixels, _ palette: inout NearestColors, absent: UInt8) throws -> [UInt8] {
        var indices = [UInt8](repeating: absent, count: pixels.values.count)
        for (index, pixel) in pixels.values.enumerated() where pixel != 0 {
            if index % (1 << 16) == 0 { try WorkCancellation.check() }
            indices[index] = UInt8(palette.nearest(to: RGB(pixel)))
        }
        return indices
    }
}

extension RGB {
    /// The colour as a value of `Pixels`.
    var value: UInt32 {
        UInt32(littleEndian: UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 0xFF00_0000)
    }
}

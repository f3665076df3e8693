internal import KingfisherCore

/// How all frames of an animation are written: a PNG has one palette and one kind of pixel.
struct APNGForm {
    /// How pixels go into the file.
    let pixels: PNGForm
    /// A transparent pixel, which leaves what is beneath it; nil where the form has none.
    let clearPixel: [UInt8]?

    /// Looks for a palette of all frames, which are decoded for it as long as their colours fit one.
    init(of frames: any FrameSource, as kind: PixelKind) throws {
        if kind.depth == .eight, kind.channels.hasColor, let palette = try Self.palette(of: frames, kind) {
            let hasClear = palette.alphaCount > 0
            // A byte an index, though fewer bits might do: FFmpeg shifts rectangles of smaller ones to the right.
            pixels = PNGForm(PixelKind(hasClear ? .rgba : kind.channels), palette, bits: 8)
            clearPixel = hasClear ? [0, 0, 0, 0] : nil
        } else {
            pixels = PNGForm(kind)
            clearPixel =
                kind.channels.hasAlpha
                ? [UInt8](repeating: 0, count: kind.channels.count * kind.depth.bytes) : nil
        }
    }

    private static func palette(of frames: any FrameSource, _ kind: PixelKind) throws -> PNGPalette? {
        var census = ColorCensus()
        for index in 0..<frames.frameCount {
            try WorkCancellation.check()
            let channels = kind.channels.count
            let fits = try frames.frame(at: index).allBands(as: kind) { census.add($0, channels: channels) }
            guard fits else { return nil }
        }
        let hasClear = census.index(of: 0) != nil || census.insert(0) != nil
        // Without a place for it, transparency of other colours has to do without frames laid over each other.
        return hasClear || !kind.channels.hasAlpha ? PNGPalette(census, keepsAlpha: hasClear) : nil
    }
}

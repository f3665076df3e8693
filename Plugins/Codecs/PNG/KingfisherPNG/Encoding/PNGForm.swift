internal import KingfisherCore

/// How pixels are written: their kind, and as what they go into the file.
///
/// Without effort it is the smallest form that is decoded to the same layout again: a palette for few colours, fewer
/// bits for gray that needs no more. With much effort also fewer channels or bits, where no pixel shows the difference.
struct PNGForm {
    /// What the writer is given.
    var kind: PixelKind
    /// The colours, where indices are written.
    var palette: PNGPalette?
    /// Bits of a sample, or of an index.
    var bits: Int

    /// Whether rows are better filtered: neighbouring samples are alike.
    var usesFilters: Bool { palette.map { $0.isGrayRamp } ?? (bits >= 8) }

    /// Exactly the given kind.
    init(_ kind: PixelKind) {
        self.kind = kind
        bits = kind.depth.rawValue
    }

    /// Indices into a palette.
    init(_ kind: PixelKind, _ palette: PNGPalette, bits: Int) {
        self.kind = kind
        self.palette = palette
        self.bits = bits
    }

    /// Looks for the smallest form of pixels.
    /// - Parameters:
    ///   - kind: What they are to be written as, before anything is left out.
    ///   - reduces: Whether channels and bits may be left out.
    ///   - keepsColor: Whether gray has to stay RGB, because a profile of RGB comes with it.
    init(of pixels: PixelBuffer, as kind: PixelKind, reduces: Bool, keepsColor: Bool) throws {
        var kind = kind
        if reduces {
            kind = try PixelTraits(of: pixels, as: kind).reduced(kind, keepsColor: keepsColor)
        }
        self.init(kind)
        guard kind.depth == .eight else { return }
        switch kind.channels {
        case .gray: bits = try GrayLevels.bits(of: pixels)
        case .grayAlpha: break
        case .rgb, .rgba: try takePalette(of: pixels)
        }
    }

    private mutating func takePalette(of pixels: PixelBuffer) throws {
        var census = ColorCensus()
        let channels = kind.channels.count
        let isComplete = try pixels.allBands(as: kind) { census.add($0, channels: channels) }
        guard isComplete else { return }
        let palette = PNGPalette(census, keepsAlpha: kind.channels.hasAlpha)
        // Of a tiny image the palette would be the larger part.
        let cost = palette.count * 3 + palette.alphaCount + 24
        let indexed = (pixels.width * palette.bits + 7) / 8 * pixels.height
        if cost + indexed < pixels.width * pixels.height * channels {
            self = PNGForm(kind, palette, bits: palette.bits)
        }
    }

    /// Rows as the C writer takes them: a byte for each index or small sample.
    func rows(of bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        if let palette { return palette.indices(of: bytes, channels: kind.channels.count) }
        guard bits < 8 else { return nil }
        let step = UInt8(255 / ((1 << bits) - 1))
        return bytes.map { $0 / step }
    }
}

/// How many bits gray needs.
private enum GrayLevels {
    static func bits(of pixels: PixelBuffer) throws -> Int {
        var step: UInt8 = 255
        let isCoarse = try pixels.allBands(as: PixelKind(.gray)) { bytes in
            for sample in bytes {
                while sample % step != 0 {
                    guard step > 17 else { return false }
                    step = step == 255 ? 85 : 17
                }
            }
            return true
        }
        return isCoarse ? [255: 1, 85: 2, 17: 4][step] ?? 8 : 8
    }
}

extension PixelBuffer {
    /// Lends the rows in bands until `body` says no.
    /// - Returns: Whether it never did.
    func allBands(as kind: PixelKind, _ body: (UnsafeRawBufferPointer) -> Bool) throws -> Bool {
        var isGoing = true
        try eachBand(as: kind) { bytes, _ in
            if isGoing { isGoing = bytes.withUnsafeBytes(body) }
        }
        return isGoing
    }
}

internal import KingfisherCore

/// What pixels have no use for.
struct PixelTraits {
    /// Every pixel is wholly opaque.
    private(set) var isOpaque = true
    /// Red, green and blue are the same everywhere.
    private(set) var isGray = true
    /// Every 16-bit sample is what an 8-bit one becomes.
    private(set) var fitsEight = true

    init(of pixels: PixelBuffer, as kind: PixelKind) throws {
        var traits = (
            opaque: kind.channels.hasAlpha, gray: kind.channels.hasColor, eight: kind.depth == .sixteen
        )
        _ = try pixels.allBands(as: kind) { bytes in
            switch kind.depth {
            case .eight: Self.look(at: bytes.bindMemory(to: UInt8.self), kind, &traits)
            case .sixteen: Self.look(at: bytes.bindMemory(to: UInt16.self), kind, &traits)
            }
            return traits.opaque || traits.gray || traits.eight
        }
        (isOpaque, isGray, fitsEight) = traits
    }

    /// The kind without what is of no use.
    func reduced(_ kind: PixelKind, keepsColor: Bool) -> PixelKind {
        let hasColor = kind.channels.hasColor && (!isGray || keepsColor)
        let hasAlpha = kind.channels.hasAlpha && !isOpaque
        let channels: PixelLayout.Channels =
            hasColor ? (hasAlpha ? .rgba : .rgb) : (hasAlpha ? .grayAlpha : .gray)
        return PixelKind(channels, fitsEight ? .eight : kind.depth)
    }

    private static func look<Sample: FixedWidthInteger & UnsignedInteger>(
        at samples: UnsafeBufferPointer<Sample>, _ kind: PixelKind,
        _ traits: inout (opaque: Bool, gray: Bool, eight: Bool)
    ) {
        let channels = kind.channels.count
        for start in stride(from: 0, to: samples.count, by: channels) {
            if traits.opaque, samples[start + channels - 1] != .max { traits.opaque = false }
            if traits.gray,
                samples[start] != samples[start + 1] || samples[start] != samples[start + 2]
            {
                traits.gray = false
            }
            if traits.eight {
                for sample in samples[start..<start + channels] where sample >> 8 != sample & 255 {
                    traits.eight = false
                }
            }
        }
    }
}

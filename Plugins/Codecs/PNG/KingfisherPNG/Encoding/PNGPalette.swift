internal import KingfisherCore

/// The few colours of an image, and the index of each.
struct PNGPalette {
    /// Red, green, blue, alpha of each entry; those that are not opaque first.
    let entries: [UInt8]
    /// Entries from the first on whose alpha is written.
    let alphaCount: Int
    /// Bits of an index: 1, 2, 4 or 8.
    let bits: Int
    /// Whether the entries are shades of gray in order, so that neighbouring indices look alike.
    let isGrayRamp: Bool
    private let census: ColorCensus
    /// From the census's order to that of the entries.
    private let places: [UInt8]

    /// Makes a palette of the colours met.
    /// - Parameter keepsAlpha: Whether alpha is written even when every colour is opaque.
    init(_ census: ColorCensus, keepsAlpha: Bool) {
        let colors = census.colors
        let order = colors.indices.sorted { Self.rank(colors[$0]) < Self.rank(colors[$1]) }
        var places = [UInt8](repeating: 0, count: colors.count)
        for (place, index) in order.enumerated() { places[index] = UInt8(place) }
        self.places = places
        self.census = census
        entries = order.flatMap { index in
            [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: colors[index] >> $0) }
        }
        let clear = colors.count { $0 >> 24 < 255 }
        alphaCount = keepsAlpha ? max(clear, 1) : clear
        bits = [1, 2, 4, 8].first { colors.count <= 1 << $0 } ?? 8
        isGrayRamp = colors.count > 16 && clear == 0 && colors.allSatisfy { $0 & 0xFFFF == $0 >> 8 & 0xFFFF }
    }

    /// The number of entries.
    var count: Int { entries.count / 4 }

    /// The indices of pixels of four or three bytes, a byte each.
    func indices(of pixels: UnsafeRawBufferPointer, channels: Int) -> [UInt8] {
        var last: (color: UInt32, place: UInt8)?
        return [UInt8](unsafeUninitializedCapacity: pixels.count / channels) { target, count in
            for pixel in 0..<pixels.count / channels {
                let color = ColorCensus.color(pixels, pixel * channels, channels)
                if last?.color != color {
                    // The census has met every pixel; what it has not would be a fault of its own.
                    last = (color, census.index(of: color).map { places[$0] } ?? 0)
                }
                target[pixel] = last?.place ?? 0
            }
            count = pixels.count / channels
        }
    }

    /// Not opaque before opaque, then from dark to light: alike colours get alike indices, which pack better.
    private static func rank(_ color: UInt32) -> UInt64 {
        let (red, green, blue) = (color & 255, color >> 8 & 255, color >> 16 & 255)
        let light = UInt64(red * 2 + green * 4 + blue)
        return (color >> 24 < 255 ? 0 : 1 << 48) | light << 32 | UInt64(color)
    }
}

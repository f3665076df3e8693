import KingfisherCore

/// Makes the bytes of a `ThumbHash`.
struct ThumbHashEncoding {
    /// A channel as a mean, the strengths of its waves in 0...1, and what the strongest one was.
    private struct Channel {
        let mean: Double
        let scale: Double
        let strengths: [Double]

        init(_ samples: [Double], index: Int, _ waves: CosineWaves, across: Int, down: Int) {
            func strength(_ across: Int, _ down: Int) -> Double {
                waves.mean(of: samples, channel: index, channels: 4, across: across, down: down)
            }
            mean = strength(0, 0)
            let raw = ThumbHashHeader.waves(across, down).map { strength($0.across, $0.down) }
            let strongest = raw.map { abs($0) }.max() ?? 0
            scale = strongest
            strengths = raw.map { strongest > 0 ? 0.5 + 0.5 / strongest * $0 : $0 }
        }
    }

    let bytes: [UInt8]

    /// - Parameter picture: Straight RGBA of 8 bits, up to 100 pixels a side.
    init(_ picture: PixelBuffer) {
        let (width, height) = (picture.width, picture.height)
        let pixels = picture.withSamples8 { samples in samples.indices.map { Double(samples[$0]) / 255 } }
        let opacity = stride(from: 3, to: pixels.count, by: 4).reduce(0) { $0 + pixels[$1] }
        let mean = (0..<3).map { channel in
            stride(from: 0, to: pixels.count, by: 4).reduce(0) { $0 + pixels[$1 + channel] * pixels[$1 + 3] }
                / max(opacity, .leastNormalMagnitude)
        }
        let hasAlpha = opacity < Double(width * height)
        // Lightness, yellow against blue, red against green, and alpha; transparent parts have the mean colour.
        var channels: [Double] = []
        for start in stride(from: 0, to: pixels.count, by: 4) {
            let alpha = pixels[start + 3]
            let color = (0..<3).map { mean[$0] * (1 - alpha) + alpha * pixels[start + $0] }
            channels += [
                (color[0] + color[1] + color[2]) / 3, (color[0] + color[1]) / 2 - color[2],
                color[0] - color[1],
                alpha,
            ]
        }
        let limit = Double(hasAlpha ? 5 : 7)
        let longest = Double(max(width, height))
        let across = max(1, Int((limit * Double(width) / longest + 0.5).rounded(.down)))
        let down = max(1, Int((limit * Double(height) / longest + 0.5).rounded(.down)))
        let waves = CosineWaves(width: width, height: height, phase: 0.5)
        let light = Channel(channels, index: 0, waves, across: max(3, across), down: max(3, down))
        let yellow = Channel(channels, index: 1, waves, across: 3, down: 3)
        let red = Channel(channels, index: 2, waves, across: 3, down: 3)
        let alpha = hasAlpha ? Channel(channels, index: 3, waves, across: 5, down: 5) : nil
        let isLandscape = width > height
        let low =
            Self.level(63 * light.mean) | Self.level(31.5 + 31.5 * yellow.mean) << 6
            | Self.level(31.5 + 31.5 * red.mean) << 12 | Self.level(31 * light.scale) << 18
            | (hasAlpha ? 1 << 23 : 0)
        let high =
            (isLandscape ? down : across) | Self.level(63 * yellow.scale) << 3
            | Self.level(63 * red.scale) << 9 | (isLandscape ? 1 << 15 : 0)
        var bytes = [low, low >> 8, low >> 16, high, high >> 8].map { UInt8(truncatingIfNeeded: $0) }
        if let alpha {
            bytes.append(UInt8(Self.level(15 * alpha.mean) | Self.level(15 * alpha.scale) << 4))
        }
        let nibbles = ([light, yellow, red] + (alpha.map { [$0] } ?? [])).flatMap(\.strengths)
            .map { UInt8(Self.level(15 * $0)) }
        for start in stride(from: 0, to: nibbles.count, by: 2) {
            bytes.append(nibbles[start] | (start + 1 < nibbles.count ? nibbles[start + 1] << 4 : 0))
        }
        self.bytes = bytes
    }

    private static func level(_ value: Double) -> Int { Int((value + 0.5).rounded(.down)) }
}

import KingfisherCore

/// Makes the picture of a `ThumbHash`.
struct ThumbHashDecoding {
    private let bytes: [UInt8]

    /// - Parameter bytes: A whole hash.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func pixels() throws -> PixelBuffer {
        guard let header = ThumbHashHeader(bytes) else { preconditionFailure("a whole hash has a header") }
        let ratio = Double(max(header.across, 1)) / Double(max(header.down, 1))
        let width = max(Int((ratio > 1 ? 32 : 32 * ratio).rounded()), 1)
        let height = max(Int((ratio > 1 ? 32 / ratio : 32).rounded()), 1)
        let waves = CosineWaves(width: width, height: height, phase: 0.5)
        let channels = self.channels(header)
        let layout = try PixelLayout(width: width, height: height, channels: header.hasAlpha ? .rgba : .rgb)
        var canvas = try PixelCanvas(layout)
        canvas.withMutableSamples8 { samples in
            for place in 0..<width * height {
                let values = channels.map { channel in
                    channel.waves.reduce(channel.mean) { sum, wave in
                        sum + wave.strength * 2
                            * waves.value(
                                x: place % width, y: place / width, across: wave.across, down: wave.down)
                    }
                }
                let blue = values[0] - 2 / 3.0 * values[1]
                let red = (3 * values[0] - blue + values[2]) / 2
                let parts = [red, red - values[2], blue] + values.dropFirst(3)
                for (channel, part) in parts.enumerated() {
                    samples[place * parts.count + channel] = UInt8(max(0, 255 * min(1, part)))
                }
            }
        }
        return canvas.freeze()
    }

    private struct Channel {
        let mean: Double
        let waves: [(across: Int, down: Int, strength: Double)]
    }

    private func channels(_ header: ThumbHashHeader) -> [Channel] {
        var nibble = header.length * 2
        func channel(_ mean: Double, _ scale: Double, across: Int, down: Int) -> Channel {
            Channel(
                mean: mean,
                waves: ThumbHashHeader.waves(across, down).map { wave in
                    let level = bytes[nibble / 2] >> (nibble % 2 * 4) & 15
                    nibble += 1
                    return (wave.across, wave.down, (Double(level) / 7.5 - 1) * scale)
                })
        }
        let (low, high) = (header.low, header.high)
        var channels = [
            channel(
                Double(low & 63) / 63, Double(low >> 18 & 31) / 31, across: max(3, header.across),
                down: max(3, header.down)),
            // Colours a little stronger than they were stored, as the format has it.
            channel(Double(low >> 6 & 63) / 31.5 - 1, Double(high >> 3 & 63) / 63 * 1.25, across: 3, down: 3),
            channel(
                Double(low >> 12 & 63) / 31.5 - 1, Double(high >> 9 & 63) / 63 * 1.25, across: 3, down: 3),
        ]
        if header.hasAlpha {
            channels.append(
                channel(Double(bytes[5] & 15) / 15, Double(bytes[5] >> 4) / 15, across: 5, down: 5))
        }
        return channels
    }
}

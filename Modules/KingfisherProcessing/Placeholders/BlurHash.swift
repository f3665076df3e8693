import Foundation
public import KingfisherCore

/// A picture in some thirty characters: its mean colour and a few waves of it, for a placeholder while the picture loads.
///
/// The format is BlurHash (github.com/woltapp/blurhash, Algorithm.md), which has no alpha.
public struct BlurHash: Hashable, Sendable {
    /// The characters.
    public let text: String

    /// Takes a hash.
    /// - Throws: `PluginError` with `.corrupt` for text that is no BlurHash.
    public init(_ text: String) throws(PluginError) {
        self.text = text
        _ = try components()
    }

    /// Makes the hash of a picture, laid on white where it is transparent.
    ///
    /// Pictures of more than 128 pixels a side are made smaller first, in linear light.
    /// - Parameters:
    ///   - across: Waves along a row, 1...9.
    ///   - down: Waves along a column, 1...9.
    /// - Precondition: Both are in range.
    /// - Throws: `PluginError` with `.outOfMemory`, or `CancellationError`.
    public init(of picture: PixelBuffer, across: Int = 4, down: Int = 3) throws {
        precondition(1...9 ~= across && 1...9 ~= down, "BlurHash has 1 to 9 waves a side")
        let small = try picture.reduced(toLongestSide: 128, resampling: .box.linear)
        let pixels = try small.converted(to: PixelKind(.rgb))
        let waves = CosineWaves(width: pixels.width, height: pixels.height, phase: 0)
        let light = pixels.withSamples8 { samples in
            samples.indices.map { SRGBCurve.linear(Double(samples[$0]) / 255) }
        }
        var factors: [[Double]] = []
        for row in 0..<down {
            for column in 0..<across {
                let scale = row == 0 && column == 0 ? 1.0 : 2
                factors.append(
                    (0..<3).map { channel in
                        scale
                            * waves.mean(of: light, channel: channel, channels: 3, across: column, down: row)
                    })
            }
        }
        text = Self.encoded(factors, across: across, down: down)
    }

    /// The placeholder.
    /// - Parameters:
    ///   - width: Pixels in a row, at least 1; 32 is plenty, since it will be enlarged.
    ///   - height: Rows.
    ///   - punch: Multiplies the contrast of the waves.
    /// - Throws: `PluginError` for a size that cannot be.
    public func pixels(width: Int, height: Int, punch: Double = 1) throws -> PixelBuffer {
        let (factors, across) = try components(punch: punch)
        let layout = try PixelLayout(width: width, height: height, channels: .rgb)
        let waves = CosineWaves(width: width, height: height, phase: 0)
        var canvas = try PixelCanvas(layout)
        canvas.withMutableSamples8 { samples in
            for place in 0..<width * height {
                for channel in 0..<3 {
                    var sum = 0.0
                    for (index, factor) in factors.enumerated() {
                        sum +=
                            factor[channel]
                            * waves.value(
                                x: place % width, y: place / width, across: index % across,
                                down: index / across)
                    }
                    samples[place * 3 + channel] = Self.sample(sum)
                }
            }
        }
        return canvas.freeze()
    }

    private static func sample(_ light: Double) -> UInt8 {
        UInt8(SRGBCurve.encoded(min(max(light, 0), 1)) * 255 + 0.5)
    }
}

extension BlurHash {
    private static func encoded(_ factors: [[Double]], across: Int, down: Int) -> String {
        let waves = factors.dropFirst()
        let strongest = waves.joined().map { abs($0) }.max() ?? 0
        let step = waves.isEmpty ? 0 : Int(min(max((strongest * 166 - 0.5).rounded(.down), 0), 82))
        let most = waves.isEmpty ? 1 : Double(step + 1) / 166
        var text = Base83.text(across - 1 + (down - 1) * 9, length: 1) + Base83.text(step, length: 1)
        text += Base83.text(factors[0].reduce(0) { $0 << 8 | Int(sample($1)) }, length: 4)
        for factor in waves {
            let value = factor.reduce(0) { sum, part in
                let root = (abs(part) / most).squareRoot()
                let level = ((part < 0 ? -root : root) * 9 + 9.5).rounded(.down)
                return sum * 19 + Int(min(max(level, 0), 18))
            }
            text += Base83.text(value, length: 2)
        }
        return text
    }

    /// The strength of each wave by channel, and how many lie along a row.
    private func components(punch: Double = 1) throws(PluginError) -> (factors: [[Double]], across: Int) {
        let digits = Base83.digits(text)
        guard let digits, let size = digits.first, size < 81 else { throw damaged() }
        let (across, down) = (size % 9 + 1, size / 9 + 1)
        guard digits.count == 4 + 2 * across * down else { throw damaged() }
        let most = Double(digits[1] + 1) / 166 * punch
        let mean = digits[2..<6].reduce(0) { $0 * 83 + $1 }
        guard mean <= 0xFF_FFFF else { throw damaged() }
        var factors = [[16, 8, 0].map { SRGBCurve.linear(Double(mean >> $0 & 255) / 255) }]
        for place in stride(from: 6, to: digits.count, by: 2) {
            let value = digits[place] * 83 + digits[place + 1]
            guard value < 19 * 19 * 19 else { throw damaged() }
            factors.append(
                [value / 361, value / 19 % 19, value % 19].map { level in
                    let part = Double(level - 9) / 9
                    return (part < 0 ? -part * part : part * part) * most
                })
        }
        return (factors, across)
    }

    private func damaged() -> PluginError {
        PluginError(
            .corrupt, pluginID: "processing",
            message: "'\(text.prefix(200))' is no BlurHash; one has 4 + 2 * X * Y characters of its 83.")
    }
}

import Foundation
import KingfisherCore
import KingfisherProcessing
import Testing

@Suite(.timeLimit(.minutes(2)))
struct RotationTests {
    @Test("Quarters move pixels and change none", arguments: ResizePropertyTests.layouts)
    func quarters(_ channels: PixelLayout.Channels, _ depth: PixelLayout.Depth) throws {
        let source = try noise(width: 7, height: 4, channels, depth: depth)
        let half = try source.rotated(degrees: 180)
        #expect(samples(half) == samples(try turned(source)))
        // Clockwise: the transposed picture, mirrored left to right.
        let quarter = try transposed(source).upright(from: .upMirrored)
        #expect(samples(try source.rotated(degrees: 90)) == samples(quarter))
        #expect(samples(try source.rotated(degrees: -270)) == samples(quarter))
        #expect(samples(try source.rotated(degrees: 270)) == samples(try turned(quarter)))
        #expect(samples(try source.rotated(degrees: 720)) == samples(source))
        #expect(quarter.layout.alphaMode == source.layout.alphaMode)
    }

    /// The cubic of R. Keys with a = -1/2, by its formula.
    private func cubic(_ distance: Double) -> Double {
        let distance = abs(distance)
        if distance < 1 { return 1.5 * pow(distance, 3) - 2.5 * pow(distance, 2) + 1 }
        return distance < 2 ? -0.5 * pow(distance, 3) + 2.5 * pow(distance, 2) - 4 * distance + 2 : 0
    }

    @Test("Other angles interpolate by the cubic, to within a step", arguments: ResizePropertyTests.layouts)
    func interpolates(_ channels: PixelLayout.Channels, _ depth: PixelLayout.Depth) throws {
        let source = try noise(width: 13, height: 9, channels, depth: depth).premultiplied()
        for degrees in [30.0, -77, 200.5] {
            let result = try source.rotated(degrees: degrees)
            let angle = degrees * .pi / 180
            let width = Int((abs(cos(angle)) * 13 + abs(sin(angle)) * 9).rounded(.up))
            let height = Int((abs(sin(angle)) * 13 + abs(cos(angle)) * 9).rounded(.up))
            #expect(result.width == width && result.height == height)
            #expect(result.layout.alphaMode == .premultiplied)
            let (before, after) = (samples(source), samples(result))
            let (step, count) = (channels.count, result.layout.channels.count)
            let top = depth == .eight ? 255.0 : 65_535.0
            var largest = 0.0
            for place in 0..<width * height {
                let right = Double(place % width) + 0.5 - Double(width) / 2
                let down = Double(place / width) + 0.5 - Double(height) / 2
                let x = cos(angle) * right + sin(angle) * down + 6
                let y = cos(angle) * down - sin(angle) * right + 4
                var sums = Array(repeating: 0.0, count: count)
                for row in 0..<9 {
                    for column in 0..<13 {
                        let weight = cubic(Double(column) - x) * cubic(Double(row) - y)
                        for channel in 0..<count {
                            let value =
                                channel < step ? Double(before[(row * 13 + column) * step + channel]) : top
                            sums[channel] += value * weight
                        }
                    }
                }
                let alpha = min(max(sums[count - 1], 0), top)
                for channel in 0..<count {
                    let wanted = min(max(sums[channel], 0), alpha)
                    largest = max(largest, abs(Double(after[place * count + channel]) - wanted))
                }
            }
            // Half for rounding; weights are of 24 bits.
            #expect(largest <= (depth == .eight ? 0.51 : 0.6))
        }
    }

    @Test("An opaque background fills the corners and leaves no alpha")
    func background() throws {
        let source = try buffer(Array(repeating: 200, count: 400), width: 20, .gray)
        let white = try source.rotated(degrees: 45, background: .white)
        #expect(white.layout.channels == .gray)
        #expect(samples(white)[0] == 255)
        #expect(samples(white)[14 * 29 + 14] == 200)
        let red = try source.rotated(degrees: 45, background: RGBAColor(red: 1, green: 0, blue: 0))
        #expect(red.layout.channels == .rgb)
        #expect(Array(samples(red)[0..<3]) == [255, 0, 0])
    }

    @Test("An angle that is no number is an error")
    func badAngle() throws {
        let source = try noise(width: 3, height: 3, .rgb)
        let error = #expect(throws: PluginError.self) { try source.rotated(degrees: .infinity) }
        #expect(error?.code == .invalidValue)
    }
}

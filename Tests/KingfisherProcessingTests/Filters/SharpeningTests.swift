import Foundation
import KingfisherCore
import KingfisherProcessing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SharpeningTests {
    @Test("Sharpening is an unsharp mask of a Gaussian", arguments: ResizePropertyTests.layouts)
    func formula(_ channels: PixelLayout.Channels, _ depth: PixelLayout.Depth) throws {
        let source = try noise(width: 40, height: 25, channels, depth: depth).premultiplied()
        let before = samples(source)
        let blurred = GaussianReference(radius: 2).blur(source)
        let result = try source.sharpened(radius: 2, amount: 0.8)
        let step = channels.count
        var largest = 0.0
        for (index, value) in samples(result).enumerated() {
            let alpha = channels.hasAlpha ? before[index - index % step + step - 1] : Int.max
            let isAlpha = channels.hasAlpha && index % step == step - 1
            let top = min(alpha, depth == .eight ? 255 : 65_535)
            let sharp = Double(before[index]) * 1.8 - blurred[index] * 0.8
            let wanted = isAlpha ? Double(alpha) : min(max(sharp, 0), Double(top))
            largest = max(largest, abs(Double(value) - wanted))
        }
        // Rounding, and what the blur is off.
        #expect(largest <= (depth == .eight ? 0.6 : 11))
    }

    @Test("Flat parts stay as they are, and so does everything with an amount of 0")
    func unchanged() throws {
        let flat = try buffer(Array(repeating: 77, count: 60), width: 10, .rgb)
        #expect(samples(try flat.sharpened(radius: 1, amount: 500)) == samples(flat))
        let source = try noise(width: 9, height: 9, .rgb)
        #expect(samples(try source.sharpened(radius: 1, amount: 0)) == samples(source))
        #expect(samples(try source.sharpened(radius: 0, amount: 1)) == samples(source))
    }
}

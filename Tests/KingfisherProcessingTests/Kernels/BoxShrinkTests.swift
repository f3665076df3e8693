import Foundation
import KingfisherCore
import KingfisherProcessing
import Testing

/// Shrinking by means of blocks first, beside the exact filter, which has references of its own.
@Suite(.timeLimit(.minutes(3)))
struct BoxShrinkTests {
    /// Waves of every length and direction, the shortest of two pixels, in premultiplied channels.
    private func waves(
        width: Int, height: Int, _ channels: PixelLayout.Channels, _ depth: PixelLayout.Depth
    ) throws -> PixelBuffer {
        let top = Double(1 << depth.rawValue) - 1
        let all = (0..<width * height).flatMap { place -> [Int] in
            let (x, y) = (Double(place % width) / Double(width), Double(place / width) / Double(height))
            let wave = sin(x * x * Double(width) * 1.5) * cos(y * y * Double(height) * 1.5)
            let values = [0.5 + 0.49 * wave, x, 0.5 - 0.49 * wave, 1]
            return (0..<channels.count).map {
                Int(values[channels.hasAlpha && $0 == channels.count - 1 ? 3 : $0] * top)
            }
        }
        return try buffer(all, width: width, channels, depth: depth)
    }

    private func psnr(_ first: PixelBuffer, _ second: PixelBuffer) -> Double {
        let top = Double(1 << first.layout.depth.rawValue) - 1
        let errors = zip(samples(first), samples(second)).map { Double($0 - $1) * Double($0 - $1) }
        return 10 * log10(top * top * Double(errors.count) / max(errors.reduce(0, +), 1e-9))
    }

    @Test(
        "Every layout is near the exact filter, even for waves of every length at full contrast",
        arguments: ResizePropertyTests.layouts)
    func fidelity(_ channels: PixelLayout.Channels, _ depth: PixelLayout.Depth) throws {
        let source = try waves(width: 211, height: 183, channels, depth)
        for (width, height) in [(31, 27), (7, 29)] {
            let fast = try source.resized(width: width, height: height)
            let exact = try source.resized(width: width, height: height, resampling: .lanczos3.exact)
            #expect(fast.layout == exact.layout)
            #expect(psnr(fast, exact) >= 44)
        }
    }

    @Test("So are the other filters, from shrinking by ten on within a PSNR of 45 dB")
    func factors() throws {
        let source = try waves(width: 301, height: 263, .gray, .eight)
        for (width, height) in [(50, 43), (40, 35), (30, 26), (25, 20), (20, 15), (7, 5)] {
            for resampling in [Resampling.lanczos3, .bicubic, .bilinear] {
                let fast = try source.resized(width: width, height: height, resampling: resampling)
                let exact = try source.resized(width: width, height: height, resampling: resampling.exact)
                #expect(psnr(fast, exact) >= (width > 40 ? 41 : 45))
            }
        }
    }

    @Test("Noise and transparency are within 45 dB")
    func noisy() throws {
        let source = try noise(width: 400, height: 300, .rgba)
        let fast = try source.resized(width: 40, height: 30)
        #expect(psnr(fast, try source.resized(width: 40, height: 30, resampling: .lanczos3.exact)) >= 45)
    }

    @Test("A centred dot stays centred")
    func centred() throws {
        for side in [63, 105, 217] {
            var all = Array(repeating: 0, count: side * side)
            all[side / 2 * side + side / 2] = 255
            for y in -3...3 { for x in -3...3 { all[(side / 2 + y) * side + side / 2 + x] = 255 } }
            let result = samples(try buffer(all, width: side, .gray).resized(width: 7, height: 7))
            #expect(result[24] == result.max())
            for place in 0..<49 where abs(result[place] - result[48 - place]) > 2 {
                Issue.record("\(side): \(result)")
                return
            }
        }
    }

    @Test("Nearest takes samples as they are, the right and lower of two, even when shrinking far")
    func nearest() throws {
        let source = try noise(width: 100, height: 80, .rgb)
        let result = samples(try source.resized(width: 10, height: 8, resampling: .nearest))
        let all = samples(source)
        for y in 0..<8 {
            for x in 0..<10 {
                let place = ((y * 10 + 5) * 100 + x * 10 + 5) * 3
                #expect(
                    Array(result[(y * 10 + x) * 3..<(y * 10 + x) * 3 + 3]) == Array(all[place..<place + 3]))
            }
        }
    }

    @Test("A fine checkerboard keeps its light in linear light, and becomes darker otherwise")
    func linear() throws {
        for depth in [PixelLayout.Depth.eight, .sixteen] {
            let top = depth == .eight ? 255 : 65_535
            let board = try buffer(
                (0..<64 * 64).map { ($0 % 64 + $0 / 64) % 2 * top }, width: 64, .gray, depth: depth)
            let linear = samples(try board.resized(width: 4, height: 4, resampling: .box.linear))
            // Half the light of white, by IEC 61966-2-1: 0.7354 of its code.
            #expect(linear.allSatisfy { abs(Double($0) / Double(top) - 0.7354) < 0.003 })
            let encoded = samples(try board.resized(width: 4, height: 4, resampling: .box))
            #expect(encoded.allSatisfy { abs(Double($0) / Double(top) - 0.5) < 0.003 })
        }
    }

    @Test("In linear light alpha stays, and transparent pixels lend no colour")
    func linearAlpha() throws {
        let row =
            Array(repeating: [200, 30, 10, 255], count: 8) + Array(repeating: [0, 255, 0, 0], count: 8)
        let source = try buffer(
            Array(repeating: row, count: 8).flatMap { $0 }.flatMap { $0 }, width: 16, .rgba)
        let result = try source.resized(width: 4, height: 2, resampling: .bilinear.linear)
        #expect(result.layout.alphaMode == .straight)
        let all = samples(result)
        #expect(Array(all[0..<4]) == [200, 30, 10, 255])
        for start in stride(from: 0, to: all.count, by: 4) where all[start + 3] > 8 {
            #expect(abs(all[start] - 200) <= 1 && abs(all[start + 1] - 30) <= 2)
        }
    }
}

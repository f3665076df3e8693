import Foundation
import KingfisherColor
import KingfisherCore
import KingfisherTestKit
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CodePointTests {
    private let converter = LCMSColorConverter()

    private func converted(
        _ samples: [UInt8], _ primaries: Int, _ transfer: Int, _ channels: PixelLayout.Channels = .rgb,
        _ depth: PixelLayout.Depth = .eight
    ) throws -> Image {
        var source = try image(samples, channels, depth)
        source.metadata.colorCodePoints = ColorCodePoints(
            primaries: primaries, transfer: transfer, matrix: 0, isFullRange: true)
        let result = try converter.converted(source, to: nil)
        #expect(result.metadata.colorCodePoints == nil)
        return result
    }

    @Test("Display P3 by numbers is Display P3 by profile")
    func displayP3() throws {
        let result = try converted(steps(channels: 3, count: 9), 12, 13, .rgb, .sixteen)
        // The profile's numbers are rounded to five digits: up to 12 of 65,535 where colours are dark.
        #expect(try difference(result.wide, Fixture.wide("p3.rgb16")) ?? .max <= 32)
    }

    @Test("Curves of sRGB's primaries are their formulas", arguments: [(4, 2.2), (5, 2.8), (8, 1.0)])
    func gammas(transfer: Int, gamma: Double) throws {
        let result = try converted(Array(0...255).flatMap { [$0, $0, $0] }, 1, transfer)
        let expected = (0...255).flatMap { step in
            let light = pow(Double(step) / 255, gamma)
            let sample = light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
            return [UInt8](repeating: UInt8((sample * 255).rounded()), count: 3)
        }
        #expect(difference(result.bytes, expected) ?? 9 <= 1)
    }

    @Test("sRGB, what is unspecified and the camera curves of its primaries stay as they are")
    func untouched() throws {
        let samples = steps(channels: 3, count: 9)
        for (primaries, transfer) in [(1, 13), (2, 2), (1, 1), (1, 6)] {
            #expect(try converted(samples, primaries, transfer).bytes == samples)
        }
        #expect(try difference(converted(samples, 1, 14).bytes, samples) ?? 9 <= 1)
    }

    @Test(
        "Every pair of listed primaries and curves keeps white and black",
        arguments: [1, 4, 5, 6, 7, 8, 9, 11, 12, 22])
    func ends(primaries: Int) throws {
        for transfer in [1, 2, 4, 5, 6, 7, 8, 13, 14, 15, 16, 17, 18] {
            let ends = try converted([0, 0, 0, 255, 255, 255], primaries, transfer).bytes
            #expect(difference(ends, [0, 0, 0, 255, 255, 255]) ?? 9 <= 1, "transfer \(transfer)")
        }
    }

    /// SMPTE ST 2084: the sample, 0...255, for light in cd/m².
    private func pq(_ light: Double) -> UInt8 {
        let power = pow(light / 10_000, 0.159_301_757_812_5)
        return UInt8(
            (255 * pow((0.835_937_5 + 18.851_562_5 * power) / (1 + 18.6875 * power), 78.843_75)).rounded())
    }

    @Test(
        "PQ: dark and middle light keeps its brightness beside white paper of 203 cd/m2, brighter is pressed together"
    )
    func perceptualQuantizer() throws {
        let lights = [0, 5, 20, 60, 150, 203, 400, 1000, 4000, 10_000].map { pq($0) }
        let shown = try converted(lights.flatMap { [$0, $0, $0] }, 9, 16).bytes
        let grays = stride(from: 0, to: shown.count, by: 3).map { Int(shown[$0]) }
        // 5, 20 and 60 of 203 cd/m² as samples of sRGB; a step of PQ's 8 bits is up to three of those.
        #expect(grays[0] == 0)
        for (gray, expected) in zip(grays[1...3], [44, 89, 147]) { #expect(abs(gray - expected) <= 3) }
        #expect(zip(grays, grays.dropFirst()).allSatisfy { $0 < $1 || $1 == 255 })
        #expect(grays[5] < 240 && grays[6] > grays[5] + 5)
        #expect(grays[7] >= 254 && grays[9] == 255)
    }

    @Test("HLG: three quarters of the range are white paper, as PQ has it")
    func hybridLogGamma() throws {
        let hlg = try converted([191, 191, 191, 255, 255, 255], 9, 18).bytes
        let paper = try converted([148, 148, 148], 9, 16).bytes
        #expect(abs(Int(hlg[0]) - Int(paper[0])) <= 2)
        #expect(hlg[3] == 255)
    }

    @Test("Gray pixels by numbers stay gray")
    func gray() throws {
        let result = try converted([0, 128, 255], 1, 8, .gray)
        #expect(result.pixels.layout.channels == .gray)
        #expect(difference(result.bytes, [0, 188, 255]) ?? 9 <= 1)
    }

    @Test("Reserved numbers are an error that says so")
    func reserved() throws {
        for (primaries, transfer) in [(3, 13), (99, 13), (1, 3), (1, 9), (-1, 13), (1, Int.max)] {
            let error = #expect(throws: PluginError.self) { try converted([1, 2, 3], primaries, transfer) }
            #expect(error?.code == .unsupportedFeature)
            #expect(error?.message.contains("colorCodePoints") == true)
        }
    }
}

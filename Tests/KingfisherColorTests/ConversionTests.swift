import Foundation
import KingfisherColor
import KingfisherCore
import KingfisherTestKit
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ConversionTests {
    private let converter = LCMSColorConverter()

    // 1, because both round, and lcms2's shortcuts by as much as that.
    @Test("8 bits become what Pillow makes of them", arguments: ["p3", "adobe", "prophoto", "table"])
    func eightBits(name: String) throws {
        let source = try image(steps(channels: 3, count: 9), .rgb, profile: Fixture.profile(name))
        let result = try converter.converted(source, to: nil)
        #expect(result.pixels.layout == source.pixels.layout)
        #expect(result.metadata.iccProfile == nil)
        #expect(try difference(result.bytes, [UInt8](Fixture.data("\(name).rgb8"))) ?? 256 <= 1)
    }

    // 8 of 65,535: profiles round their own numbers to 16 bits.
    @Test("16 bits become what the formula gives", arguments: ["p3", "adobe", "prophoto"])
    func sixteenBits(name: String) throws {
        let source = try image(steps(channels: 3, count: 9), .rgb, .sixteen, profile: Fixture.profile(name))
        let result = try converter.converted(source, to: nil)
        #expect(result.pixels.layout == source.pixels.layout)
        #expect(try difference(result.wide, Fixture.wide("\(name).rgb16")) ?? .max <= 8)
    }

    @Test("Gray stays gray and gets the tone curve of sRGB", arguments: [PixelLayout.Depth.eight, .sixteen])
    func gray(depth: PixelLayout.Depth) throws {
        let source = try image(Array(0...255), .gray, depth, profile: Fixture.profile("gray"))
        let result = try converter.converted(source, to: nil)
        #expect(result.pixels.layout == source.pixels.layout)
        let expected = try [UInt8](Fixture.data("gray.gray8")).map { UInt16($0) * 257 }
        #expect(difference(result.wide, expected) ?? .max <= (depth == .eight ? 257 : 129))
    }

    @Test("Alpha stays as it is, and colours are those without it")
    func alpha() throws {
        let colors = steps(channels: 3, count: 9)
        let profile = try Fixture.profile("p3")
        let opaque = try converter.converted(image(colors, .rgb, profile: profile), to: nil).bytes
        var samples: [UInt8] = []
        for pixel in 0..<729 { samples += colors[pixel * 3..<pixel * 3 + 3] + [UInt8(pixel % 256)] }
        for depth in [PixelLayout.Depth.eight, .sixteen] {
            let result = try converter.converted(image(samples, .rgba, depth, profile: profile), to: nil)
            let narrow = result.wide.map { UInt8((Int($0) + 128) / 257) }
            #expect((0..<729).allSatisfy { narrow[$0 * 4 + 3] == UInt8($0 % 256) })
            #expect(difference((0..<narrow.count).filter { $0 % 4 < 3 }.map { narrow[$0] }, opaque) ?? 9 <= 1)
        }
        let gray = try image([10, 3, 90, 200, 255, 0], .grayAlpha, profile: Fixture.profile("gray"))
        let result = try converter.converted(gray, to: nil).bytes
        let table = try [UInt8](Fixture.data("gray.gray8"))
        #expect(difference(result, [table[10], 3, table[90], 200, table[255], 0]) ?? 9 <= 1)
    }

    @Test("Premultiplied colours are converted as the colours they stand for")
    func premultiplied() throws {
        let profile = try Fixture.profile("p3")
        let straight = try image(
            [250, 10, 40, 255, 250, 10, 40, 128, 7, 7, 7, 0], .rgba, .sixteen, profile: profile)
        let expected = try converter.converted(straight, to: nil).pixels.premultiplied()
        let source = straight.replacingPixels(try straight.pixels.premultiplied())
        let result = try converter.converted(source, to: nil)
        #expect(result.pixels.layout == source.pixels.layout)
        #expect(try #require(result.pixels.largestDifference(from: expected)) < 0.05)
    }

    @Test("Inks become what Pillow makes of them")
    func inks() throws {
        let convert = try converter.inkConversion(from: Fixture.profile("inks"))
        let result = colors(of: steps(channels: 4, count: 6), by: convert)
        #expect(try difference(result, [UInt8](Fixture.data("inks.rgb8"))) ?? 256 <= 1)
        #expect(colors(of: [0, 0, 0, 0], by: convert) == [255, 255, 255])
    }

    @Test("An image goes to another profile, carries it, and comes back")
    func otherTarget() throws {
        let profile = try Fixture.profile("p3")
        let colors = steps(channels: 3, count: 9)
        let source = try image(colors, .rgb, .sixteen)
        let there = try converter.converted(source, to: profile)
        #expect(there.metadata.iccProfile == profile)
        let back = try converter.converted(there, to: nil)
        #expect(try #require(back.pixels.largestDifference(from: source.pixels)) < 0.25)
        let coarse = try converter.converted(image(colors, .rgb), to: profile)
        #expect(try #require(coarse.pixels.largestDifference(from: there.pixels)) <= 1)
    }

    @Test("Gray becomes coloured only for a profile of colours")
    func grayTargets() throws {
        let gray = try image(Array(0...255), .gray, profile: Fixture.profile("gray"))
        let colored = try converter.converted(gray, to: Fixture.profile("p3"))
        #expect(colored.pixels.layout.channels == .rgb)
        let plain = try converter.converted(gray, to: nil).bytes
        // P3 has the curve of sRGB, so that grays have the same samples in both.
        #expect(difference(colored.bytes, plain.flatMap { [$0, $0, $0] }) ?? 9 <= 1)
        let error = #expect(throws: PluginError.self) {
            try converter.converted(colored, to: Fixture.profile("gray"))
        }
        #expect(error?.code == .unsupportedFeature)
    }

    @Test("Gray pixels with a profile of colours are its grays, coloured ones with one of gray are sRGB")
    func mismatched() throws {
        let gray = try image(Array(0...255), .gray, profile: Fixture.profile("adobe"))
        let expected = (0...255).map { UInt8(sample(ofLight: pow(Double($0) / 255, 563.0 / 256)).rounded()) }
        #expect(difference(try converter.converted(gray, to: nil).bytes, expected) ?? 9 <= 1)
        let colored = try image(steps(channels: 3, count: 9), .rgb, profile: Fixture.profile("gray"))
        let result = try converter.converted(colored, to: nil)
        #expect(result.pixels.isIdentical(to: colored.pixels))
        #expect(result.metadata.iccProfile == nil)
    }

    private func sample(ofLight light: Double) -> Double {
        255 * (light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055)
    }
}

/// Rows of inks through a conversion.
func colors(of inks: [UInt8], by convert: InkConversion) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: inks.count / 4 * 3)
    var target = result.mutableSpan
    var bytes = target.mutableBytes
    convert(inks.span.bytes, &bytes)
    return result
}

import Foundation
import KingfisherColor
import KingfisherCore
import KingfisherTestKit
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SRGBTests {
    private let converter = LCMSColorConverter()

    @Test("sRGB stays as it is, whatever profile says so", arguments: ["srgb", "srgb-short"])
    func untouched(name: String) throws {
        for depth in [PixelLayout.Depth.eight, .sixteen] {
            let source = try image(steps(channels: 3, count: 9), .rgb, depth, profile: Fixture.profile(name))
            #expect(source.isSRGB)
            let result = try converter.converted(source, to: nil)
            #expect(result.pixels.isIdentical(to: source.pixels))
            #expect(result.metadata.iccProfile == nil)
            let other = try converter.converted(source, to: Fixture.profile("srgb"))
            #expect(other.pixels.isIdentical(to: source.pixels))
            #expect(other.metadata.iccProfile?.description == "sRGB built-in")
        }
    }

    @Test(
        "What is close to sRGB and is not is another space",
        arguments: ["p3", "adobe", "gray", "table", "inks"])
    func others(name: String) throws {
        #expect(try !Fixture.profile(name).isSRGB)
    }

    @Test("A profile that is that of the image already changes nothing")
    func same() throws {
        let profile = try Fixture.profile("adobe")
        let source = try image(steps(channels: 3, count: 9), .rgb, profile: profile)
        let result = try converter.converted(source, to: profile)
        #expect(result.pixels.isIdentical(to: source.pixels))
        #expect(result.metadata.iccProfile == profile)
    }

    @Test("Profiles of inks, of Lab, and those that only link two spaces are errors that say so")
    func unusable() throws {
        let table = try Fixture.profile("table")
        let linked = try #require(ICCProfile(table.data.replacing("link", at: 12)))
        let lab = try #require(ICCProfile(table.data.replacing("Lab ", at: 16)))
        let pixels = steps(channels: 3, count: 9)
        for (profile, words) in [
            (try Fixture.profile("inks"), "inks"), (lab, "other than gray, RGB and CMYK"),
            (linked, "describes none"),
        ] {
            let source = try image(pixels, .rgb, profile: profile)
            let error = #expect(throws: PluginError.self) { try converter.converted(source, to: nil) }
            #expect(error?.code == .unsupportedFeature)
            #expect(error?.message.contains(words) == true)
            #expect(error?.message.contains("iccProfile") == true)
        }
        let error = #expect(throws: PluginError.self) { try converter.inkConversion(from: table) }
        #expect(error?.code == .unsupportedFeature)
        let target = #expect(throws: PluginError.self) {
            try converter.converted(image(pixels, .rgb), to: Fixture.profile("inks"))
        }
        #expect(target?.code == .unsupportedFeature)
    }

    @Test("A profile without the tags it needs is an error that says what to do")
    func damaged() throws {
        let profile = try #require(TestProfile.make(.rgb))
        let source = try image(steps(channels: 3, count: 9), .rgb, profile: profile)
        let error = #expect(throws: PluginError.self) { try converter.converted(source, to: nil) }
        #expect(error?.code == .corrupt)
        #expect(error?.message.contains("Set the image's `iccProfile` to nil") == true)
    }
}

extension Data {
    func replacing(_ text: String, at offset: Int) -> Data {
        var copy = self
        copy.replaceSubrange(offset..<offset + text.utf8.count, with: Array(text.utf8))
        return copy
    }
}

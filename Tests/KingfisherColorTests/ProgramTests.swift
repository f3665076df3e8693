import Foundation
import KingfisherColor
import KingfisherCore
import KingfisherTestKit
import TestCorpus
import Testing

/// Against programs of others, where they are installed: lcms2's own tificc, and ImageMagick.
@Suite(.timeLimit(.minutes(5)))
struct ProgramTests {
    private static let hasTIFICC = ChildProgram.path(of: "tificc") != nil && hasImageMagick
    private static let hasImageMagick = ChildProgram.path(of: "convert") != nil
    private static let names = ["p3", "adobe", "prophoto", "table"]

    // 1: tificc takes the shortcuts of lcms2, and both round.
    @Test("8 bits are those of tificc", .enabled(if: hasTIFICC, "skipped: no tificc"), arguments: names)
    func tificc(name: String) async throws {
        let expected = try await tificc(Fixture.profile(name), deep: false)
        let ours = try converted(Fixture.profile(name), .eight).bytes.map { UInt16($0) }
        #expect(difference(ours, expected) ?? .max <= 1)
    }

    // 128 of 65,535 is half a step of 8 bits: the sRGB that tificc has built in adapts white a little otherwise. -c0
    // because the shortcuts of lcms2 are coarse here.
    @Test("16 bits are those of tificc", .enabled(if: hasTIFICC, "skipped: no tificc"), arguments: names)
    func tificcDeep(name: String) async throws {
        let expected = try await tificc(Fixture.profile(name), deep: true)
        let ours = try converted(Fixture.profile(name), .sixteen).wide
        #expect(difference(ours, expected) ?? .max <= 128)
    }

    @Test(
        "8 bits are those of ImageMagick", .enabled(if: hasImageMagick, "skipped: no ImageMagick"),
        arguments: ["p3", "adobe", "prophoto"])
    func imageMagick(name: String) async throws {
        let folder = try Scratch()
        let source = try folder.write(pnm(steps(channels: 3, count: 9), channels: 3), "in.ppm")
        let profile = try folder.write(Fixture.data("\(name).icc"), "in.icc")
        let target = try folder.write(Fixture.data("srgb.icc"), "out.icc")
        let answer = try await ChildProgram.run(
            "convert",
            [
                source, "-strip", "-intent", "relative", "-black-point-compensation", "-profile", profile,
                "-profile", target, "-depth", "8", "ppm:-",
            ])
        let expected = try samples(of: answer.output)
        let ours = try converted(Fixture.profile(name), .eight).bytes.map { UInt16($0) }
        // ImageMagick 6 converts 16 bits by lcms2's shortcut, which is off where colours leave sRGB: most are equal.
        let far = zip(ours, expected).filter { abs(Int($0) - Int($1)) > 2 }.count
        #expect(ours.count == expected.count)
        #expect(far * 100 <= ours.count, "\(far) of \(ours.count) are more than 2 apart")
    }

    // 1: both take the shortcuts of lcms2.
    @Test(
        "Inks of the corpus' profiles are those of tificc",
        .enabled(if: hasTIFICC && Corpus.isPresent, "skipped: no corpus or no tificc"),
        arguments: EmbeddedProfiles.all.filter { $0.profile.colorSpace == .cmyk })
    func inks(found: FoundProfile) async throws {
        let folder = try Scratch()
        let inks = steps(channels: 4, count: 6)
        let raw = try folder.write(Data(inks), "in.cmyk")
        let tiff = folder.path("in.tif")
        // ImageMagick's raw inks and TIFF's have 0 for none, as ours.
        _ = try await ChildProgram.run(
            "convert",
            ["-size", "\(inks.count / 4)x1", "-depth", "8", "cmyk:\(raw)", "-compress", "none", tiff])
        let expected = try await tificc(found.profile, tiff, folder, ["-b"])
        let convert = try LCMSColorConverter().inkConversion(from: found.profile)
        let ours = colors(of: inks, by: convert).map { UInt16($0) }
        #expect(difference(ours, expected) ?? .max <= 1)
    }

    private func converted(_ profile: ICCProfile, _ depth: PixelLayout.Depth) throws -> Image {
        try LCMSColorConverter().converted(
            image(steps(channels: 3, count: 9), .rgb, depth, profile: profile), to: nil)
    }

    private func tificc(_ profile: ICCProfile, deep: Bool) async throws -> [UInt16] {
        let folder = try Scratch()
        let source = try folder.write(pnm(steps(channels: 3, count: 9), channels: 3), "in.ppm")
        let tiff = folder.path("in.tif")
        _ = try await ChildProgram.run(
            "convert", [source, "-depth", deep ? "16" : "8", "-compress", "none", tiff])
        return try await tificc(profile, tiff, folder, deep ? ["-b", "-w16", "-c0"] : ["-b"])
    }

    private func tificc(
        _ profile: ICCProfile, _ tiff: String, _ folder: Scratch, _ options: [String]
    ) async throws -> [UInt16] {
        // -n, because ImageMagick writes primaries into TIFF, which tificc would take for a profile.
        let own = try folder.write(profile.data, "in.icc")
        let result = folder.path("out.tif")
        let outcome = try await ChildProgram.run(
            "tificc", options + ["-n", "-t1", "-i\(own)", "-o*sRGB", tiff, result])
        #expect(outcome.exitCode == 0, "\(outcome.errorText)")
        let depth = options.contains("-w16") ? "16" : "8"
        let answer = try await ChildProgram.run("convert", [result, "-strip", "-depth", depth, "ppm:-"])
        return try samples(of: answer.output)
    }
}

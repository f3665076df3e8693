import Foundation
import Kingfisher
import KingfisherCore
import KingfisherTestKit
import Testing

/// What `kf get` writes with each encoder that the plugins bring, judged by other programs.
@Suite(.timeLimit(.minutes(5)))
struct WritingTests {
    private let folder = FolderForTest()
    private var kf: KF { KF(folder: folder) }
    private let codecs = PluginRegistry.standard.codecs

    private func isWritten(_ format: String) -> Bool {
        guard codecs.encoders.contains(where: { $0.format.identifier == format }) else {
            print("skipped: no encoder for \(format)")
            return false
        }
        return true
    }

    private func run(_ program: String, _ arguments: [String]) async throws -> String {
        let outcome = try await ChildProgram.run(program, arguments)
        try #require(outcome.exitCode == 0, "\(program): \(outcome.errorText)")
        return String(decoding: outcome.output, as: UTF8.self)
    }

    @Test(arguments: ["png", "jpeg", "webp", "gif", "apng", "heic", "avif"])
    func aFormatIsWrittenWhereAPluginCan(format: String) async throws {
        guard isWritten(format) else { return }
        for options in [["--quality", "80", "--effort", "1"], ["--lossless"], ["--depth", "8"]] {
            let outcome = try await kf.run(
                ["get", Picture.path("jpeg/420.jpg"), "-o", "out.bin", "--format", format, "--json"]
                    + options)
            #expect(outcome.exitCode == 0, "\(outcome.errorText)")
            let line = try outcome.line()
            #expect((line.width, line.height, line.frames) == (33, 21, 1))
            let path = folder.path("out.bin")
            let size =
                switch format {
                case "heic", "avif":
                    try await run("heif-info", [path]).contains("33x21") ? "33 21" : "another size"
                default: try await Picture.identify(path, "%w %h")
                }
            #expect(size == "33 21")
        }
    }

    @Test func losslessLosesNothing() async throws {
        guard isWritten("webp") else { return }
        let source = Picture.path("png/rgb-8.png")
        _ = try await kf("get", source, "-o", "out.webp", "--lossless")
        _ = try await run("dwebp", [folder.path("out.webp"), "-quiet", "-o", folder.path("back.png")])
        let compared = try await ChildProgram.run(
            "compare", ["-metric", "AE", source, folder.path("back.png"), "null:"])
        #expect(compared.errorText == "0")
    }

    @Test func depthIsWhatIsAskedForWhereTheFormatCan() async throws {
        let deep = Picture.path("png/rgb-alpha-16.png")
        for (depth, expected) in [("16", "16"), ("8", "8")] {
            let outcome = try await kf("get", deep, "-o", "out.png", "--depth", depth, "--verbose")
            #expect(outcome.exitCode == 0 && outcome.errorText == "", "\(outcome.errorText)")
            #expect(try await Picture.identify(folder.path("out.png"), "%z") == expected)
        }
        let resized = try await kf("get", deep, "-o", "out.png", "--depth", "16", "--resize", "8x")
        #expect(resized.exitCode == 0)
        #expect(try await Picture.identify(folder.path("out.png"), "%z %w") == "16 8")
        let shallow = try await kf(
            "get", deep, "-o", "out.jpg", "--depth", "16", "--verbose", "--background", "white")
        #expect(shallow.exitCode == 0)
        #expect(shallow.errorText == "kf: \(deep): JPEG is written with 8 bits a sample, not 16\n")
        let effort = try await kf("get", deep, "-o", "small.png", "--effort", "9")
        #expect(effort.exitCode == 0)
        #expect(try await Picture.identify(folder.path("small.png"), "%z") == "16")
    }

    @Test func theBackgroundLiesUnderTransparentParts() async throws {
        _ = try await run("convert", ["-size", "16x16", "xc:none", "PNG32:\(folder.path("in.png"))"])
        for (color, result, expected) in [
            ("#102030", "out.jpg", "#102030"), ("#f80", "out.png", "#ff8800"), ("Navy", "out.png", "#000080"),
        ] {
            let outcome = try await kf(
                "get", "in.png", "-o", result, "--background", color, "--verbose", "--quality", "100")
            #expect(outcome.exitCode == 0 && outcome.errorText == "", "\(outcome.errorText)")
            let compared = try await ChildProgram.run(
                "compare",
                [
                    "-fuzz", "1%", "-metric", "AE", folder.path(result), "xc:\(expected)[16x16]", "null:",
                ])
            #expect(compared.errorText == "0", "\(color)")
        }
        let white = try await kf("get", "in.png", "-o", "out.jpg", "--verbose")
        #expect(
            white.errorText
                == "kf: in.png: JPEG has no transparency: any transparent parts lie on white (see --background)\n"
        )
    }

    @Test func metadataIsKeptWhenAskedFor() async throws {
        let source = Picture.path("jpeg/exif-6.jpg")
        let kept = DecodingOptions(keepsMetadata: true)
        guard try codecs.decode(Picture.data("jpeg/exif-6.jpg"), options: kept).metadata.exif != nil else {
            print("skipped: no decoder for EXIF of jpeg")
            return
        }
        let server = try ScriptedServer()
        server.route("/a.jpg", .bytes(try Picture.data("jpeg/exif-6.jpg")))
        let url = server.url("/a.jpg").absoluteString
        // The second time it comes from the cache's processed copy.
        for origin in [source, url, url] {
            let outcome = try await kf("get", origin, "--resize", "10x", "--keep-metadata", "-o", "kept.jpg")
            #expect(outcome.exitCode == 0, "\(outcome.errorText)")
            let tags = try await run("exiftool", ["-s3", "-n", "-Orientation", folder.path("kept.jpg")])
            #expect(tags == "1\n")
        }
        _ = try await kf("get", source, "--resize", "10x", "-o", "bare.jpg")
        #expect(try await run("exiftool", ["-s3", "-EXIF:all", folder.path("bare.jpg")]) == "")
    }

    @Test func anotherColourSpaceIsConvertedOrRefused() async throws {
        let source = Picture.path("png/gray-icc.png")
        for option in ["--strip", "--srgb"] {
            let outcome = try await kf("get", source, option, "-o", "out.png", "--json")
            guard codecs.colorConverter != nil else {
                #expect(outcome.exitCode == 1)
                #expect(try outcome.line().code == "unsupportedFeature")
                #expect(outcome.errorText.hasSuffix("Leave out --srgb and --strip.\n"))
                continue
            }
            #expect(outcome.exitCode == 0, "\(outcome.errorText)")
            #expect(try await Picture.identify(folder.path("out.png"), "%[profile:icc]") == "")
        }
    }
}

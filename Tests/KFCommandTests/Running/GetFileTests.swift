import Foundation
import KingfisherTestKit
import Testing

/// `kf get` of files, standard input and data: URLs, looked at with ImageMagick.
@Suite(.timeLimit(.minutes(3)))
struct GetFileTests {
    private let folder = FolderForTest()
    private var kf: KF { KF(folder: folder) }

    private func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: folder.path(name)))
    }

    @Test func anUntouchedImageIsTheBytesReceived() async throws {
        for name in ["jpeg/exif-6.jpg", "jpeg/cmyk.jpg", "png/rgb-16.png"] {
            let suffix = name.suffix(4)
            let outcome = try await kf("get", Picture.path(name), "-o", "out\(suffix)", "--json")
            #expect(outcome.exitCode == 0 && outcome.errorText == "")
            #expect(try bytes("out\(suffix)") == Picture.data(name))
            #expect(try outcome.line().bytes == Picture.data(name).count)
        }
    }

    @Test func anObjectHasTheKeysThatScriptsRelyOn() async throws {
        let source = Picture.path("jpeg/exif-6.jpg")
        let outcome = try await kf("get", source, "--resize", "24x", "-o", "out.png", "--json")
        let line = try outcome.line()
        #expect(outcome.text.hasSuffix("}\n"))
        #expect(line.source == source)
        #expect((line.cacheType, line.format) == ("none", "png"))
        #expect((line.width, line.height, line.frames) == (24, 16, 1))
        #expect(line.output == "out.png")
        #expect(line.bytes == (try bytes("out.png").count))
        #expect((line.milliseconds ?? -1) > 0)
        #expect(try await Picture.identify(folder.path("out.png"), "%m %w %h") == "PNG 24 16")
    }

    @Test(arguments: [
        (["--resize", "30x30"], "30 15"),
        (["--resize", "x10"], "20 10"),
        (["--resize", "30x30", "--mode", "fill"], "60 30"),
        (["--resize", "30x30", "--mode", "fill", "--crop", "30x30"], "30 30"),
        (["--resize", "30x20", "--mode", "stretch"], "30 20"),
        (["--resize", "200x200"], "64 32"),
        (["--resize", "128x", "--enlarge"], "128 64"),
        (["--crop", "10x20@0,1"], "10 20"),
        (["--crop", "32x32", "--resize", "16x"], "16 16"),
        (["--resize", "16x", "--crop", "32x32"], "16 8"),
    ])
    func processingGivesTheSizeAskedFor(options: [String], size: String) async throws {
        let made = try await ChildProgram.run(
            "convert", ["-size", "64x32", "gradient:red-blue", folder.path("in.png")])
        #expect(made.exitCode == 0)
        let outcome = try await kf.run(["get", "in.png", "-o", "out.png"] + options)
        #expect(outcome.exitCode == 0, "\(outcome.errorText)")
        #expect(try await Picture.identify(folder.path("out.png"), "%w %h") == size)
    }

    @Test func theCropIsThePartAtTheAnchor() async throws {
        _ = try await ChildProgram.run(
            "convert", ["-size", "20x20", "xc:red", "xc:blue", "+append", folder.path("in.png")])
        for (anchor, colour) in [("0,0", "red"), ("1,1", "blue")] {
            let outcome = try await kf("get", "in.png", "--crop", "20x20@\(anchor)", "-o", "out.png")
            #expect(outcome.exitCode == 0)
            let compared = try await ChildProgram.run(
                "compare", ["-metric", "AE", folder.path("out.png"), "xc:\(colour)[20x20]", "null:"])
            #expect(compared.errorText == "0")
        }
    }

    @Test func theFormatIsTheNamedOneElseTheExtensionsElseTheSources() async throws {
        let source = Picture.path("png/rgb-8.png")
        for (options, expected) in [
            (["-o", "a.png", "--format", "jpeg"], "JPEG"), (["-o", "a.JPG"], "JPEG"),
            (["-o", "a.dat"], "PNG"),
        ] {
            let outcome = try await kf.run(["get", source] + options)
            #expect(outcome.exitCode == 0, "\(outcome.errorText)")
            #expect(try await Picture.identify(folder.path(options[1]), "%m") == expected)
        }
    }

    @Test func qualityCountsForTheSourcesOwnFormatToo() async throws {
        let source = Picture.path("jpeg/photo.jpg")
        for quality in ["20", "90"] {
            _ = try await kf("get", source, "-o", "q\(quality).jpg", "--quality", quality)
            #expect(try await Picture.identify(folder.path("q\(quality).jpg"), "%Q") == quality)
        }
        #expect(try bytes("q20.jpg").count < bytes("q90.jpg").count)
    }

    @Test func theProfileStaysUnlessStrippedAndTheOrientationIsApplied() async throws {
        let source = Picture.path("jpeg/icc-exif-6.jpg")
        let profile = "%[profile:icc]"
        let name = try await Picture.identify(source, profile)
        #expect(!name.isEmpty)
        _ = try await kf("get", source, "--resize", "10x", "-o", "kept.jpg")
        #expect(try await Picture.identify(folder.path("kept.jpg"), profile) == name)
        #expect(try await Picture.identify(folder.path("kept.jpg"), "%w %h %[EXIF:Orientation]") == "10 16 ")
        for format in ["jpg", "png"] {
            _ = try await kf("get", source, "--strip", "-o", "bare.\(format)")
            #expect(try await Picture.identify(folder.path("bare.\(format)"), profile) == "")
            #expect(try await Picture.identify(folder.path("bare.\(format)"), "%w %h") == "21 33")
        }
    }

    @Test func strippingLosesNoBitOfAPNG() async throws {
        for name in ["png/rgb-icc.png", "png/rgb-16.png", "png/rgb-alpha-16.png"] {
            _ = try await kf("get", Picture.path(name), "--strip", "-o", "out.png")
            let compared = try await ChildProgram.run(
                "compare", ["-metric", "AE", folder.path("out.png"), Picture.path(name), "null:"])
            #expect(compared.errorText == "0", "\(name)")
            let depth = try await Picture.identify(Picture.path(name), "%z")
            #expect(try await Picture.identify(folder.path("out.png"), "%z") == depth)
        }
    }

    @Test func transparencyLiesOnWhiteInAJPEG() async throws {
        _ = try await ChildProgram.run(
            "convert", ["-size", "16x16", "xc:none", "PNG32:\(folder.path("in.png"))"])
        _ = try await kf("get", "in.png", "-o", "out.jpg")
        let compared = try await ChildProgram.run(
            "compare", ["-metric", "AE", folder.path("out.jpg"), "xc:white[16x16]", "null:"])
        #expect(compared.errorText == "0")
    }

    @Test func standardInputGoesToStandardOutput() async throws {
        let data = try Picture.data("jpeg/420.jpg")
        let same = try await kf("get", "-", "-o", "-", input: data)
        #expect(same.exitCode == 0 && same.errorText == "" && same.output == data)
        let other = try await kf("get", "-", "-o", "-", "--format", "png", input: data)
        #expect(other.output.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let info = try await kf("info", "-", "--json", input: data)
        #expect(info.text.hasPrefix("{\"source\":\"-\",\"format\":\"jpeg\",\"width\":33,\"height\":21,"))
    }

    @Test func fileAndDataURLsAreSources() async throws {
        let data = try Picture.data("png/rgb-8.png")
        try data.write(to: URL(filePath: folder.path("a b.png")))
        for source in [
            "file://\(folder.path("a%20b.png"))", "data:image/png;base64,\(data.base64EncodedString())",
        ] {
            let outcome = try await kf("get", source, "-o", "out.png")
            #expect(outcome.exitCode == 0, "\(outcome.errorText)")
            #expect(try bytes("out.png") == data)
        }
    }

    @Test func severalSourcesGoIntoAFolderThatIsMade() async throws {
        let names = ["jpeg/420.jpg", "png/rgb-8.png", "jpeg/420.jpg"]
        let outcome = try await kf.run(
            ["get"] + names.map(Picture.path) + ["-O", "new/folder", "--json", "--jobs", "2"])
        #expect(outcome.exitCode == 0, "\(outcome.errorText)")
        #expect(try outcome.lines().count == 3)
        #expect(try folder.contents("new/folder") == ["420.jpg", "rgb-8.png"])
        // The second load of it came from memory, which has no bytes; the file has them all the same.
        #expect(try bytes("new/folder/420.jpg") == Picture.data("jpeg/420.jpg"))
    }

    @Test func whatFailsIsNamedAndTheRestIsDone() async throws {
        let outcome = try await kf.run(
            [
                "get", Picture.path("jpeg/420.jpg"), "nothing.jpg", Picture.path("png/rgb-8.png"), "-O", ".",
                "--json",
            ])
        #expect(outcome.exitCode == 1)
        #expect(outcome.errorText == "kf: nothing.jpg: does not exist. Check the path.\n")
        #expect(try outcome.lines().filter { $0.error != nil }.map(\.source) == ["nothing.jpg"])
        #expect(outcome.text.contains("\"code\":5003}"))
        #expect(try folder.contents().filter { !$0.hasPrefix(".") } == ["420.jpg", "rgb-8.png"])
    }

    @Test func aChangedFileIsReadAnew() async throws {
        for name in ["png/rgb-8.png", "png/rgb-icc.png"] {
            try Picture.data(name).write(to: URL(filePath: folder.path("in.png")))
            let line = try await kf(
                "get", "in.png", "--resize", "8x", "-o", "out-\(name.suffix(7))", "--json"
            ).line()
            #expect(line.cacheType == "none")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("xdg")))
    }

    @Test func aSourceIsNeverOverwritten() async throws {
        let data = try Picture.data("png/rgb-8.png")
        for name in ["a.png", "b.png"] { try data.write(to: URL(filePath: folder.path(name))) }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link.png"), withDestinationPath: "a.png")
        for arguments in [
            ["a.png", "-o", "./a.png"], ["a.png", "-o", "link.png"], ["a.png", "b.png", "-O", "."],
        ] {
            let outcome = try await kf.run(["get", "--resize", "4x"] + arguments)
            #expect(outcome.exitCode == 1)
            #expect(outcome.errorText.contains("is one of the sources and would be overwritten"))
        }
        let redirected = try await ChildProgram.run(
            "bash",
            [
                "-c", #""$1" get - -o "$2" --resize 4x < "$2""#, "sh", try KF.program(), folder.path("a.png"),
            ])
        #expect(redirected.exitCode == 1)
        #expect(redirected.errorText.contains("would be overwritten"))
        #expect(try bytes("a.png") == data)
        #expect(try bytes("b.png") == data)
    }

    @Test func aFormatWithoutAnEncoderIsRefusedBeforeAnythingIsLoaded() async throws {
        for options in [["-o", "out.bmp"], ["--format", "tiff"]] {
            let outcome = try await kf.run(["get", "nothing.png"] + options)
            #expect(outcome.exitCode == 2)
            #expect(outcome.errorText.contains("cannot be written; kf writes png, jpeg"))
        }
        let outcome = try await kf("get", Picture.path("png/rgb-8.png"), "-o", "x.png", "--format", "apng")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errorText.contains("APNG cannot be written; kf writes png, jpeg"))
    }
}

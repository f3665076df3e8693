import Foundation
import KingfisherCore
import KingfisherTestKit
import Testing

/// `kf get` and `kf frames` of animations, in every direction that the plugins allow.
@Suite(.timeLimit(.minutes(5)))
struct AnimationTests {
    private let folder = FolderForTest()
    private var kf: KF { KF(folder: folder) }
    private var animation: Animation { Animation(folder: folder) }

    @Test(arguments: Animation.formats, Animation.formats)
    func anAnimationStaysOneInAnotherFormat(from source: String, to result: String) async throws {
        guard Animation.isSupported(reading: source, writing: result) else { return }
        let name = try await animation.make(source)
        let output = "out.\(Animation.fileExtension(result))"
        let outcome = try await kf.run([
            "get", name, "-o", output, "--lossless", "--effort", "3", "--json",
        ])
        #expect(outcome.exitCode == 0 && outcome.errorText == "", "\(outcome.errorText)")
        let line = try outcome.line()
        #expect(line.format == result && line.frames == 3)
        #expect(
            try await animation.facts(output)
                == .init(format: result, durations: Animation.durations, plays: 0))
    }

    @Test(arguments: Animation.formats)
    func everyFrameIsProcessed(format: String) async throws {
        guard Animation.isSupported(reading: format, writing: format) else { return }
        let name = try await animation.make(format)
        let output = "out.\(Animation.fileExtension(format))"
        let outcome = try await kf.run(["get", name, "-o", output, "--resize", "12x", "--background", "#fff"])
        #expect(outcome.exitCode == 0, "\(outcome.errorText)")
        #expect(try await animation.facts(output).durations == Animation.durations)
        let info = try await kf("info", output, "--json").text
        #expect(
            info.contains("\"width\":12,\"height\":8,\"frames\":3,\"loops\":0,\"durationMilliseconds\":600"))
    }

    @Test(arguments: Animation.formats)
    func framesAreCountedFromZero(format: String) async throws {
        guard Animation.isSupported(reading: format) else { return }
        let name = try await animation.make(format)
        for (options, color) in [
            (["--frame", "0"], "FF0000"), (["--first-frame"], "FF0000"), (["--frame", "1"], "00FF00"),
            (["--frame", "2"], "0000FF"), ([], "FF0000"),
        ] {
            let outcome = try await kf.run(
                ["get", name, "-o", "out.png", "--format", "png", "--json"] + options)
            #expect(outcome.exitCode == 0, "\(outcome.errorText)")
            #expect(try outcome.line().frames == 1)
            #expect(try await animation.color("out.png") == color)
        }
        let beyond = try await kf("get", name, "-o", "out.png", "--frame", "3", "--json")
        #expect(beyond.exitCode == 1)
        #expect(try beyond.line().code == "noSuchFrame")
        #expect(beyond.errorText.contains("has the frames 0 to 2; there is no --frame 3."))
    }

    @Test(arguments: Animation.formats)
    func aStillFormatTakesTheFirstFrameAndSaysSo(format: String) async throws {
        guard Animation.isSupported(reading: format) else { return }
        let name = try await animation.make(format)
        let outcome = try await kf("get", name, "-o", "out.jpg", "--verbose")
        #expect(outcome.errorText.contains("kf: \(name): JPEG is written still: the first of 3 frames\n"))
        #expect(try await kf("get", name, "-o", "out.jpg").errorText == "")
        let same = try await kf("get", name, "-o", "copy.\(Animation.fileExtension(format))", "--verbose")
        #expect(same.errorText == "kf: \(name): written as received\n")
        #expect(
            try Data(contentsOf: URL(filePath: folder.path("copy.\(Animation.fileExtension(format))")))
                == Data(contentsOf: URL(filePath: folder.path(name))))
    }

    @Test(arguments: Animation.formats)
    func framesWritesEachOfThem(format: String) async throws {
        guard Animation.isSupported(reading: format) else { return }
        let name = try await animation.make(format)
        let outcome = try await kf("frames", name, "-O", "out", "--json", "--resize", "12x", "--enlarge")
        #expect(outcome.exitCode == 0 && outcome.errorText == "", "\(outcome.errorText)")
        #expect(try folder.contents("out") == (1...3).map { "source-000\($0).png" })
        for (index, (color, line)) in zip(
            ["FF0000", "00FF00", "0000FF"], outcome.text.split(separator: "\n")
        ).enumerated() {
            let file = "out/source-000\(index + 1).png"
            let start =
                "{\"source\":\"\(name)\",\"index\":\(index),"
                + "\"durationMilliseconds\":\(Animation.durations[index]),\"width\":12,\"height\":8,\"bytes\":"
            #expect(line.hasPrefix(start) && line.hasSuffix("\"file\":\"\(file)\"}"))
            #expect(try await animation.color(file) == color)
            #expect(try await Picture.identify(folder.path(file), "%m %w %h") == "PNG 12 8")
        }
        let words = try await kf("frames", name, "-O", "out")
        #expect(words.text.hasPrefix("\(name): 3 frames, "))
        #expect(words.text.hasSuffix(" bytes to out/source-0001 … out/source-0003.png\n"))
    }

    @Test func aStillImageHasOneFrame() async throws {
        let outcome = try await kf("frames", Picture.path("jpeg/exif-6.jpg"), "-O", "out", "--format", "jpg")
        #expect(outcome.exitCode == 0 && outcome.text.contains(": 1 frame, "))
        #expect(try folder.contents("out") == ["exif-6-0001.jpg"])
        let failed = try await kf("frames", "nothing.gif", "-O", "none", "--json")
        #expect(failed.exitCode == 1)
        #expect(try failed.line().code == "ioFailed")
        #expect(!FileManager.default.fileExists(atPath: folder.path("none")))
    }

    @Test func framesOverwritesNoSource() async throws {
        let data = try Picture.data("png/rgb-8.png")
        try data.write(to: URL(filePath: folder.path("a.png")))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("a-0001.png"), withDestinationPath: "a.png")
        let outcome = try await kf("frames", "a.png", "-O", ".")
        #expect(outcome.exitCode == 1 && outcome.errorText.contains("would be overwritten"))
        #expect(try Data(contentsOf: URL(filePath: folder.path("a.png"))) == data)
    }
}

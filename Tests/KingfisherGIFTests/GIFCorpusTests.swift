import Foundation
import KingfisherCore
import KingfisherGIF
import KingfisherTestKit
import TestCorpus
import Testing

@Suite(
    "GIF agrees with other decoders on files found in the wild",
    .enabled(if: Corpus.isPresent, "skipped: no corpus"), .timeLimit(.minutes(10)))
struct GIFCorpusTests {
    private let decoder = GIFDecoder()

    /// Files of which the decoders of the corpus see more than giflib and browsers do.
    private static let refused: Set = [
        // States codes of 11 bits, where there are at most 8; Chromium shows nothing of it.
        "gif/pillow__issue_2811.gif"
    ]

    /// Files whose first image does not cover the canvas, or lacks pixels. ImageMagick shows the background colour
    /// there, or enlarges no canvas; Chromium shows nothing, as this decoder does.
    private static let otherBackground: Set = [
        "gif/image__border_touching_layers.gif", "gif/image__issue_1455_oversized.gif",
        "gif/image__issue_1455_undersized.gif", "gif/pygif__dispose-restore-background.gif",
        "gif/pygif__high-color.gif", "gif/pygif__image-outside-bg.gif", "gif/pygif__image-overlap-bg.gif",
        "gif/pygif__images-combine.gif", "gif/pygif__missing-pixels.gif",
    ]

    /// Files with garbage between blocks, where Chromium stops and ImageMagick goes on.
    private static let garbage: Set = ["gif/pillow__test_extents_transparency.gif"]

    /// Files of a side that ImageMagick refuses by default.
    private static let tooLongForOthers: Set = ["gif/pygif__max-height.gif", "gif/pygif__max-width.gif"]

    @Test("inspect says what the corpus says, for every file that decodes")
    func inspects() throws {
        for entry in Corpus.files(of: ["gif"]) where entry.expect == "decode" {
            let info = try decoder.inspect(try entry.data(), limits: .standard)
            #expect((info.width, info.height) == (entry.size?.width, entry.size?.height), "\(entry.path)")
            if Self.garbage.contains(entry.path) { continue }
            #expect(info.frameCount == entry.frames, "\(entry.path)")
        }
    }

    @Test(
        "Every frame equals ImageMagick's", .enabled(if: ChildProgram.path(of: "convert") != nil),
        arguments: Corpus.files(of: ["gif"]).filter { $0.expect == "decode" && !refused.contains($0.path) })
    func frames(entry: CorpusFile) async throws {
        let image = try decoder.decode(try entry.data(), options: DecodingOptions())
        let length = image.width * image.height * 4
        let excused = Self.otherBackground.union(Self.garbage).union(Self.tooLongForOthers)
        guard !excused.contains(entry.path) else {
            _ = try image.rgbaFrames()
            return
        }
        let expected = try await OtherProgram.frames(ofFile: entry.url.path, length: length)
        #expect(expected.count == image.frames?.frameCount ?? 1)
        for (index, frame) in expected.enumerated() {
            let pixels = try image.frames?.frame(at: index) ?? image.pixels
            #expect(try pixels.rgba() == frame, "frame \(index)")
        }
    }

    @Test("Corrupt, incomplete and absurdly large files are refused with a message")
    func refuses() throws {
        for entry in Corpus.files(of: ["gif"])
        where entry.expect.hasPrefix("reject") || entry.expect == "huge-limit"
            || Self.refused.contains(entry.path)
        {
            let data = try entry.data()
            let error = #expect(throws: PluginError.self, "\(entry.path)") {
                try decoder.decode(data, options: DecodingOptions())
            }
            #expect(error?.message.isEmpty == false, "\(entry.path)")
        }
    }
}

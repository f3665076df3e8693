import Foundation
import KingfisherCore
import KingfisherPNG
import KingfisherTestKit
import TestCorpus
import Testing

@Suite(
    "PNG agrees with other decoders on files found in the wild",
    .enabled(if: Corpus.isPresent, "skipped: no corpus"), .timeLimit(.minutes(5)))
struct PNGCorpusTests {
    private let decoder = PNGDecoder()

    /// Files that some lenient decoders show although the checksum of their header or pixels is wrong, which the
    /// specification (section 13.2) and this decoder treat as fatal.
    private static let wrongChecksums: Set = [
        "png/image-png__x_interlaced_chck.png", "png/pngsuite__xcsn0g01.png", "png/pngsuite__xhdn0g08.png",
    ]

    /// Animations with a fault, of which the corpus tells what their control chunk claims. Their authors made the default
    /// image green, for right, and the frames red; the specification advises the default image, and so does this decoder.
    private static let faultyAnimations: Set = [
        "apng/pillow__chunk_no_fdat.png", "apng/pillow__chunk_repeat_fctl.png",
        "apng/pillow__sequence_gap.png",
        "apng/pillow__sequence_reorder_chunk.png", "apng/pillow__sequence_repeat_chunk.png",
        "apng/pillow__sequence_start.png", "apng/pillow__syntax_num_frames_high.png",
        "apng/pillow__syntax_num_frames_low.png",
    ]

    @Test("A faulty animation is shown as its default image, which is green")
    func faultyAnimations() throws {
        for entry in Corpus.files(of: ["apng"]) where Self.faultyAnimations.contains(entry.path) {
            let image = try decoder.decode(try entry.data(), options: DecodingOptions())
            #expect(image.frames == nil, "\(entry.path)")
            #expect(Array(image.pixels.rgba16().prefix(4)) == [0, 65535, 0, 65535], "\(entry.path)")
            #expect(try decoder.inspect(try entry.data(), limits: .standard).frameCount == 1, "\(entry.path)")
        }
    }

    @Test("inspect says what the corpus says, for every file that decodes")
    func inspects() throws {
        for entry in Corpus.files(of: ["png", "apng"]) where entry.expect != "reject" && entry.size != nil {
            guard entry.path != "png/pngsuite__xhdn0g08.png", entry.expect != "reject-or-partial" else {
                continue
            }
            let info = try decoder.inspect(try entry.data(), limits: .standard)
            #expect(info.width == entry.uprightSize?.width, "\(entry.path)")
            #expect(info.height == entry.uprightSize?.height, "\(entry.path)")
            #expect(Int(info.orientation.rawValue) == entry.orientation, "\(entry.path)")
            // The corpus counts 0 frames where an animation's control chunk is not valid.
            guard !Self.faultyAnimations.contains(entry.path) else { continue }
            #expect(info.frameCount == max(entry.frames ?? 1, 1), "\(entry.path)")
        }
    }

    @Test("What the corpus says decodes does, to the size inspect told")
    func decodes() throws {
        for entry in Corpus.files(of: ["png", "apng"]) where entry.expect == "decode" {
            guard !Self.wrongChecksums.contains(entry.path) else { continue }
            let data = try entry.data()
            let info = try decoder.inspect(data, limits: .standard)
            let image = try decoder.decode(data, options: DecodingOptions())
            #expect((image.width, image.height) == (info.width, info.height), "\(entry.path)")
            #expect(image.hasAlpha == info.hasAlpha, "\(entry.path)")
            #expect(!image.isPartial, "\(entry.path)")
        }
    }

    @Test("Corrupt, incomplete and absurdly large files are refused with a message")
    func refuses() throws {
        for entry in Corpus.files(of: ["png", "apng"])
        where entry.expect.hasPrefix("reject") || entry.expect == "huge-limit"
            || Self.wrongChecksums.contains(entry.path)
        {
            let data = try entry.data()
            let error = #expect(throws: PluginError.self, "\(entry.path)") {
                try decoder.decode(data, options: DecodingOptions())
            }
            #expect(error?.message.isEmpty == false, "\(entry.path)")
            guard entry.expect == "reject" else { continue }
            #expect(throws: PluginError.self, "\(entry.path)") {
                try decoder.inspect(data, limits: .standard)
            }
        }
    }
}

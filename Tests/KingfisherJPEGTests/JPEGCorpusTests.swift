import Foundation
import KingfisherCore
import KingfisherJPEG
import TestCorpus
import Testing

private let files = Corpus.files(of: ["jpeg"])

@Suite(
    "JPEG files of other projects", .enabled(if: Corpus.isPresent, "skipped: no corpus"),
    .timeLimit(.minutes(5)))
struct JPEGCorpusTests {
    /// More bits or another process than the system's library decodes.
    private func isBeyondLibrary(_ row: CorpusFile) -> Bool {
        row.special.contains("lossless") || row.special.contains("12bit")
    }

    @Test("Inspection agrees with the manifest", arguments: files)
    func inspection(row: CorpusFile) throws {
        guard let size = row.size else { return }
        let info = try JPEGDecoder().inspect(try row.data(), limits: .standard)
        #expect(Int(info.orientation.rawValue) == row.orientation)
        let stored = info.orientation.swapsAxes ? (info.height, info.width) : (info.width, info.height)
        #expect(stored == size)
    }

    @Test("What decoders agree on is decoded or refused as they do", arguments: files)
    func decoding(row: CorpusFile) throws {
        let result = Result { try JPEGDecoder().decode(try row.data(), options: DecodingOptions()) }
        switch row.expect {
        case "decode" where !isBeyondLibrary(row):
            let image = try result.get()
            let size = try #require(row.size)
            #expect(image.width * image.height == size.width * size.height)
        case "decode", "reject", "reject-or-partial", "huge-limit":
            let error = #expect(throws: PluginError.self) { try result.get() }
            #expect((error?.message.count ?? 0) > 20)
        default:
            // Decoders differ; what counts is an answer.
            if case .failure(let error) = result { #expect(error is PluginError) }
        }
    }

    @Test(
        "Every file that decodes also decodes small", arguments: files.filter { $0.expect == "decode" }
    )
    func shrinking(row: CorpusFile) throws {
        guard !isBeyondLibrary(row), let size = row.size else { return }
        let target = DecodingTarget(width: 64, height: 64, mode: .fit)
        let image = try JPEGDecoder().decode(try row.data(), options: DecodingOptions(target: target))
        #expect(max(image.width, image.height) >= min(max(size.width, size.height), 128))
        #expect(image.width * image.height <= size.width * size.height)
    }
}

import Foundation
import KingfisherCore
import KingfisherJPEG
import Testing

@Suite(
    "JPEG files of other projects", .enabled(if: Corpus.isPresent, "skipped: no corpus"),
    .timeLimit(.minutes(5)))
struct JPEGCorpusTests {
    @Test("Inspection agrees with the manifest", arguments: Corpus.jpegs)
    func inspection(row: Corpus.Row) throws {
        guard let size = row.size else { return }
        let info = try JPEGDecoder().inspect(row.data, limits: .standard)
        #expect(info.orientation.rawValue == row.orientation)
        let stored = info.orientation.swapsAxes ? (info.height, info.width) : (info.width, info.height)
        #expect(stored == size)
    }

    @Test("What decoders agree on is decoded or refused as they do", arguments: Corpus.jpegs)
    func decoding(row: Corpus.Row) throws {
        let result = Result { try JPEGDecoder().decode(row.data, options: DecodingOptions()) }
        switch row.expect {
        case "decode" where !row.isBeyondLibrary:
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
        "Every file that decodes also decodes small", arguments: Corpus.jpegs.filter { $0.expect == "decode" }
    )
    func shrinking(row: Corpus.Row) throws {
        guard !row.isBeyondLibrary, let size = row.size else { return }
        let target = DecodingTarget(width: 64, height: 64, mode: .fit)
        let image = try JPEGDecoder().decode(row.data, options: DecodingOptions(target: target))
        #expect(max(image.width, image.height) >= min(max(size.width, size.height), 128))
        #expect(image.width * image.height <= size.width * size.height)
    }
}

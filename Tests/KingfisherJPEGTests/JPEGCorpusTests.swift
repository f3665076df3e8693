import Foundation
import KingfisherCore
import KingfisherJPEG
import KingfisherTestKit
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

    /// Within one step, for another rounding of inks; without them no file differs at all.
    @Test(
        "Pixels are those of djpeg, in whatever sampling and coding",
        .enabled(if: DJPEG.isInstalled, "skipped: no djpeg"),
        arguments: files.filter { $0.expect == "decode" })
    func pixels(row: CorpusFile) async throws {
        guard !isBeyondLibrary(row) else { return }
        let image = try JPEGDecoder().decode(try row.data(), options: DecodingOptions())
        let info = try JPEGDecoder().inspect(try row.data(), limits: .standard)
        let theirs = try await DJPEG.decode(row.url).upright(from: info.orientation)
        #expect(image.pixels.layout == theirs.layout)
        if image.pixels.isIdentical(to: theirs) { return }
        let difference = image.pixels.withSamples8 { ours in
            theirs.withSamples8 { theirs in
                ours.indices.reduce(0) { max($0, abs(Int(ours[$1]) - Int(theirs[$1]))) }
            }
        }
        #expect(difference <= (info.colorModel == .cmyk ? 1 : 0))
    }

    @Test("In pieces every file ends as it does when decoded at once", arguments: files)
    func pieces(row: CorpusFile) throws {
        let data = try row.data()
        let options = DecodingOptions(target: DecodingTarget(width: 200, height: 200, mode: .fit))
        let expected = Result { try JPEGDecoder().decode(data, options: options) }
        let result = Result {
            let decoder = try #require(JPEGDecoder().incrementalDecoder(options: options))
            for start in stride(from: 0, to: data.count, by: 4096) {
                try decoder.append(data[start..<min(start + 4096, data.count)])
                _ = try decoder.takePartialImage()
            }
            return try decoder.finish()
        }
        switch (result, expected) {
        case (.success(let image), .success(let other)): #expect(image.pixels.isIdentical(to: other.pixels))
        case (.failure(let error), .failure): #expect(error is PluginError)
        default: Issue.record("\(result) where the whole decode gives \(expected)")
        }
    }
}

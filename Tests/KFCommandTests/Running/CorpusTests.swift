import Foundation
import TestCorpus
import Testing

/// `kf` on PNG and JPEG files that nobody of this project made, where a machine has them: in the folder that
/// KINGFISHER_CORPUS names, else next to the package.
@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus"), .timeLimit(.minutes(5)))
struct CorpusTests {
    private struct Info: Decodable {
        let source: String
        let format: String?
        let width: Int?
        let height: Int?
        let frames: Int?
        let orientation: Int?
        let error: String?
    }

    private let folder = FolderForTest()
    private var kf: KF { KF(folder: folder) }

    private let files = Corpus.files(of: ["png", "apng", "jpeg"])

    @Test func infoAgreesWithTheManifest() async throws {
        // The checksum of this one's header is wrong, which the specification calls fatal (PNG, section 13.2).
        let wrong = "png/pngsuite__xhdn0g08.png"
        let rows = files.filter { $0.expect == "decode" && $0.size != nil && $0.path != wrong }
        #expect(rows.count > 100)
        let outcome = try await kf.run(["info", "--json"] + rows.map(\.url.path))
        let lines = try outcome.text.split(separator: "\n").map {
            try JSONDecoder().decode(Info.self, from: Data($0.utf8))
        }
        try #require(lines.count == rows.count)
        for (row, info) in zip(rows, lines) {
            #expect(info.source == row.url.path)
            #expect(info.error == nil, "\(row.path): \(info.error ?? "")")
            #expect(info.width == row.uprightSize?.width, "\(row.path)")
            #expect(info.height == row.uprightSize?.height, "\(row.path)")
            #expect(info.orientation == row.orientation, "\(row.path)")
            #expect(info.frames == max(row.frames ?? 1, 1), "\(row.path)")
        }
    }

    @Test func whatIsCorruptIsRefusedWithAMessage() async throws {
        let rows = files.filter { $0.expect == "reject" }
        #expect(!rows.isEmpty)
        let outcome = try await kf.run(["get", "-O", "out", "--json"] + rows.map(\.url.path))
        #expect(outcome.exitCode == 1 && outcome.signal == nil)
        let lines = try outcome.lines()
        #expect(lines.count == rows.count)
        for line in lines { #expect((line.error?.count ?? 0) > 15, "\(line.source)") }
        #expect(outcome.errorText.split(separator: "\n").count == rows.count)
        #expect(try folder.contents("out") == [])
    }
}

import Foundation
import Testing

/// Where those files are.
private enum Corpus {
    static let root: URL = {
        let named = ProcessInfo.processInfo.environment["KINGFISHER_CORPUS"]
        return named.map { URL(filePath: $0) }
            ?? Picture.package.appending(path: "../shared/corpus").standardized
    }()
    static let isPresent = FileManager.default.fileExists(atPath: root.appending(path: "MANIFEST.tsv").path)
}

/// `kf` on PNG and JPEG files that nobody of this project made, where a machine has them: in the folder that
/// KINGFISHER_CORPUS names, else next to the package.
@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus"), .timeLimit(.minutes(5)))
struct CorpusTests {
    private struct Row {
        let path: String
        let expect: String
        let width: Int?
        let height: Int?
        let frames: Int?
        let orientation: Int
    }

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

    private static func rows() throws -> [Row] {
        let text = try String(contentsOf: Corpus.root.appending(path: "MANIFEST.tsv"), encoding: .utf8)
        let table = text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
        let names = table[0].map(String.init)
        return table.dropFirst().compactMap { cells in
            let fields = Dictionary(uniqueKeysWithValues: zip(names, cells.map(String.init)))
            guard let path = fields["path"], path.hasPrefix("png/") || path.hasPrefix("jpeg/") else {
                return nil
            }
            return Row(
                path: path, expect: fields["expect"] ?? "", width: fields["exp_width"].flatMap { Int($0) },
                height: fields["exp_height"].flatMap { Int($0) },
                frames: fields["exp_frames"].flatMap { Int($0) },
                orientation: fields["exp_orientation"].flatMap { Int($0) } ?? 1)
        }
    }

    private func path(_ row: Row) -> String { Corpus.root.appending(path: row.path).path }

    @Test func infoAgreesWithTheManifest() async throws {
        // The checksum of this one's header is wrong, which the specification calls fatal (PNG, section 13.2).
        let wrong = "png/pngsuite__xhdn0g08.png"
        let rows = try Self.rows().filter { $0.expect == "decode" && $0.width != nil && $0.path != wrong }
        #expect(rows.count > 100)
        let outcome = try await kf.run(["info", "--json"] + rows.map(path))
        let lines = try outcome.text.split(separator: "\n").map {
            try JSONDecoder().decode(Info.self, from: Data($0.utf8))
        }
        try #require(lines.count == rows.count)
        for (row, info) in zip(rows, lines) {
            #expect(info.source == path(row))
            #expect(info.error == nil, "\(row.path): \(info.error ?? "")")
            // The manifest has the size before the orientation is applied, kf the upright one.
            let isTurned = row.orientation >= 5
            #expect(info.width == (isTurned ? row.height : row.width), "\(row.path)")
            #expect(info.height == (isTurned ? row.width : row.height), "\(row.path)")
            #expect(info.orientation == row.orientation, "\(row.path)")
            #expect(info.frames == max(row.frames ?? 1, 1), "\(row.path)")
        }
    }

    @Test func whatIsCorruptIsRefusedWithAMessage() async throws {
        let rows = try Self.rows().filter { $0.expect == "reject" }
        #expect(!rows.isEmpty)
        let outcome = try await kf.run(["get", "-O", "out", "--json"] + rows.map(path))
        #expect(outcome.exitCode == 1 && outcome.signal == nil)
        let lines = try outcome.lines()
        #expect(lines.count == rows.count)
        for line in lines { #expect((line.error?.count ?? 0) > 15, "\(line.source)") }
        #expect(outcome.errorText.split(separator: "\n").count == rows.count)
        #expect(try folder.contents("out") == [])
    }
}

import Foundation
import Testing

/// Images of other projects with what independent decoders say of them, where the machine has them.
enum Corpus {
    /// A row of its MANIFEST.tsv.
    struct Row: Sendable, CustomTestStringConvertible {
        let path: String
        let special: String
        let expect: String
        /// The size before orientation is applied; nil where no decoder could tell.
        let size: (width: Int, height: Int)?
        let orientation: UInt8

        var testDescription: String { path }
        var data: Data { readFile(Corpus.folder.appending(path: path)) }
        /// More bits or another process than the system's library decodes.
        var isBeyondLibrary: Bool { special.contains("lossless") || special.contains("12bit") }
    }

    /// `KINGFISHER_CORPUS`, else the folder `shared/corpus` beside the package.
    static let folder: URL =
        if let path = ProcessInfo.processInfo.environment["KINGFISHER_CORPUS"] {
            URL(filePath: path)
        } else {
            Fixture.folder.deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "shared/corpus")
        }

    static let isPresent = FileManager.default.fileExists(
        atPath: folder.appending(path: "MANIFEST.tsv").path(percentEncoded: false))

    static let jpegs: [Row] = {
        guard isPresent else { return [] }
        let table = String(decoding: readFile(folder.appending(path: "MANIFEST.tsv")), as: UTF8.self)
        let lines = table.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
        let column = Dictionary(uniqueKeysWithValues: lines[0].enumerated().map { ($1, $0) })
        return lines.dropFirst().filter { $0[column["format"]!] == "jpeg" }.map { line in
            let width = Int(line[column["exp_width"]!])
            let height = Int(line[column["exp_height"]!])
            return Row(
                path: String(line[column["path"]!]), special: String(line[column["special"]!]),
                expect: String(line[column["expect"]!]),
                size: width.flatMap { width in height.map { (width, $0) } },
                orientation: UInt8(line[column["exp_orientation"]!]) ?? 1)
        }
    }()
}

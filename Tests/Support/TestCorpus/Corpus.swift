package import Foundation
import Testing

/// Image files that nobody of this project made, with what independent decoders say of them, where a machine has them.
package enum Corpus {
    /// The folder that KINGFISHER_CORPUS names, else `shared/corpus` beside the package.
    package static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["KINGFISHER_CORPUS"] { return URL(filePath: path) }
        return URL(filePath: #filePath).appending(path: "../../../../../shared/corpus").standardized
    }()

    private static let manifest = folder.appending(path: "MANIFEST.tsv")

    /// Whether the machine has them.
    package static let isPresent = FileManager.default.fileExists(atPath: manifest.path)

    /// The files of the given formats, as MANIFEST.tsv names them; none where there is no corpus.
    package static func files(of formats: Set<String>) -> [CorpusFile] {
        guard let text = try? String(contentsOf: manifest, encoding: .utf8) else { return [] }
        let rows = text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        guard let names = rows.first else { return [] }
        return rows.dropFirst().compactMap { row in
            CorpusFile(Dictionary(uniqueKeysWithValues: zip(names, row)))
        }.filter { formats.contains($0.format) }
    }
}

/// A row of MANIFEST.tsv.
package struct CorpusFile: Sendable, CustomTestStringConvertible {
    /// Below the corpus folder.
    package let path: String
    package let format: String
    /// What is special about it.
    package let special: String
    /// decode, decoders-differ, reject-or-partial, reject or huge-limit.
    package let expect: String
    /// Before orientation is applied; nil where no decoder could tell.
    package let size: (width: Int, height: Int)?
    package let frames: Int?
    package let orientation: Int

    fileprivate init?(_ fields: [String: String]) {
        guard let path = fields["path"], let format = fields["format"], let expect = fields["expect"] else {
            return nil
        }
        self.path = path
        self.format = format
        self.expect = expect
        special = fields["special"] ?? ""
        let width = fields["exp_width"].flatMap { Int($0) }
        let height = fields["exp_height"].flatMap { Int($0) }
        size = width.flatMap { width in height.map { (width, $0) } }
        frames = fields["exp_frames"].flatMap { Int($0) }
        orientation = fields["exp_orientation"].flatMap { Int($0) } ?? 1
    }

    package var testDescription: String { path }
    package var url: URL { Corpus.folder.appending(path: path) }

    package func data() throws -> Data {
        try Data(contentsOf: url)
    }

    /// The size after orientation is applied.
    package var uprightSize: (width: Int, height: Int)? {
        size.map { orientation >= 5 ? ($0.height, $0.width) : $0 }
    }
}

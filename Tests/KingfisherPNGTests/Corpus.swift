import Foundation

/// Image files that nobody of this project made, where a machine has them: in the folder that KINGFISHER_CORPUS names,
/// else next to the package.
enum Corpus {
    /// A row of its MANIFEST.tsv.
    struct Entry {
        let path: String
        let expect: String
        let width: Int?
        let height: Int?
        let frames: Int?
        let orientation: Int

        func data() throws -> Data {
            try Data(contentsOf: folder.appending(path: path))
        }
    }

    static let folder: URL = {
        let named = ProcessInfo.processInfo.environment["KINGFISHER_CORPUS"]
        let package = Fixtures.folder.deletingLastPathComponent().deletingLastPathComponent()
        return named.map { URL(filePath: $0) } ?? package.appending(path: "../shared/corpus").standardized
    }()

    /// The rows of the given folders; none, with a word about it, where there is no corpus.
    static func entries(_ folders: [String]) throws -> [Entry] {
        let manifest = folder.appending(path: "MANIFEST.tsv")
        guard let text = try? String(contentsOf: manifest, encoding: .utf8) else {
            print("skipped: no corpus at \(folder.path)")
            return []
        }
        let rows = text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
        let names = rows[0].map(String.init)
        return rows.dropFirst().compactMap { row in
            let fields = Dictionary(uniqueKeysWithValues: zip(names, row.map(String.init)))
            guard let path = fields["path"], folders.contains(where: { path.hasPrefix("\($0)/") }) else {
                return nil
            }
            return Entry(
                path: path, expect: fields["expect"] ?? "", width: fields["exp_width"].flatMap { Int($0) },
                height: fields["exp_height"].flatMap { Int($0) },
                frames: fields["exp_frames"].flatMap { Int($0) },
                orientation: fields["exp_orientation"].flatMap { Int($0) } ?? 1)
        }
    }
}

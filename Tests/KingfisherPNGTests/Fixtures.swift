import Foundation
import KingfisherTestKit

/// The images and expected pixels of Tests/Fixtures.
enum Fixtures {
    /// An entry of manifest.json.
    struct Entry: Decodable, Sendable, CustomStringConvertible {
        let file: String
        let format: String
        let expect: String
        let width: Int?
        let height: Int?
        let orientation: UInt8?
        let bitDepth: Int?
        let colorModel: String?
        let alpha: Bool?
        let icc: String?
        let expected: String?
        let reason: String?

        var description: String { file }
    }

    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")

    static func data(_ path: String) throws -> Data {
        let file = folder.appending(path: path)
        // Foundation leaks a buffer when it reads an empty file, which the address sanitizer would hold against us.
        let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
        return size == 0 ? Data() : try Data(contentsOf: file)
    }

    static func sample(_ path: String) throws -> CodecSample {
        CodecSample(name: path, data: try data(path))
    }

    /// The PNG entries that a decoder has to read (`decode`) or refuse (`reject`).
    static func entries(_ expect: String) -> [Entry] {
        guard let manifest = try? data("manifest.json"),
            let entries = try? JSONDecoder().decode([Entry].self, from: manifest)
        else { return [] }
        return entries.filter { $0.format == "png" && $0.expect == expect }
    }
}

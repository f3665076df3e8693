import Foundation
import KingfisherTestKit

/// The GIFs and expected frames of Tests/Fixtures.
enum Fixtures {
    /// An entry of manifest.json.
    struct Entry: Decodable, Sendable, CustomStringConvertible {
        let file: String
        let format: String
        let expect: String
        let width: Int?
        let height: Int?
        let bitDepth: Int?
        let alpha: Bool?
        let icc: String?
        let expected: String?
        /// Of an animation: all frames, RGBA.
        let frameDump: String?
        /// Of an animation: milliseconds.
        let durations: [Int]?
        /// Of an animation: 0 for ever.
        let plays: Int?

        var description: String { file }

        /// The frames, RGBA.
        func expectedFrames() throws -> [Data] {
            let dump = try Fixtures.data(frameDump ?? expected ?? "")
            let length = (width ?? 0) * (height ?? 0) * 4
            return stride(from: 0, to: dump.count, by: length).map { Data(dump[$0..<$0 + length]) }
        }
    }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures")

    static func data(_ path: String) throws -> Data {
        let file = folder.appending(path: path)
        // Foundation leaks a buffer when it reads an empty file, which the address sanitizer would hold against us.
        let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
        return size == 0 ? Data() : try Data(contentsOf: file)
    }

    static func sample(_ name: String) throws -> CodecSample {
        CodecSample(name: name, data: try data("gif/\(name).gif"))
    }

    /// The GIFs that a decoder has to read (`decode`) or refuse (`reject`).
    static func entries(_ expect: String) -> [Entry] {
        // Other formats have keys of their own, perhaps of the same name.
        guard let manifest = try? data("manifest.json"),
            let all = try? JSONSerialization.jsonObject(with: manifest) as? [[String: Any]],
            let own = try? JSONSerialization.data(
                withJSONObject: all.filter { $0["format"] as? String == "gif" }),
            let entries = try? JSONDecoder().decode([Entry].self, from: own)
        else { return [] }
        return entries.filter { $0.expect == expect }
    }
}

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

    /// An entry of manifest.json for an animation.
    struct Animation: Decodable, Sendable, CustomStringConvertible {
        let file: String
        let frames: Int
        let plays: Int
        /// Numerator and denominator, as stored.
        let delays: [[Int]]
        /// All frames, one after the other.
        let expected: String

        var description: String { file }
    }

    /// Of manifest.json only what is needed to find the animations.
    private struct AnyEntry: Decodable {
        let animation: Animation?

        init(from decoder: any Decoder) throws {
            let entry = try Kind(from: decoder)
            animation =
                entry.expect == "animate" && entry.format == "apng" ? try Animation(from: decoder) : nil
        }

        private struct Kind: Decodable {
            let format: String
            let expect: String
        }
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

    /// The APNG entries.
    static let animations: [Animation] = {
        let entries = try? JSONDecoder().decode([AnyEntry].self, from: data("manifest.json"))
        return (entries ?? []).compactMap(\.animation)
    }()

    /// The samples of a dump as 16 bits each, bytes times 257.
    static func samples16(_ dump: Data, isDeep: Bool) -> [UInt16] {
        let bytes = Array(dump)
        guard isDeep else { return bytes.map { UInt16($0) * 257 } }
        return stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    }
}

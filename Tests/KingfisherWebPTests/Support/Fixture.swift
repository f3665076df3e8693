import Foundation
import KingfisherCore
import Testing

/// A row of Tests/Fixtures/manifest.json; its README says what the keys mean.
struct Fixture: Decodable, Sendable, CustomTestStringConvertible {
    struct Shrunk: Decodable, Sendable {
        let target: Int
        let width: Int
        let height: Int
        let expected: String
    }

    let file: String
    let format: String
    let expect: String
    let width: Int?
    let height: Int?
    let orientation: UInt8?
    let alpha: Bool?
    let icc: String?
    let expected: String?
    let shrunk: [Shrunk]?
    /// Of an animation: how often it plays, milliseconds and pixels of each frame.
    let loops: Int?
    let durations: [Int]?
    let frames: [String]?

    var testDescription: String { file }
    var data: Data { Self.read(file) }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")

    static let all: [Fixture] = {
        do {
            return try JSONDecoder().decode([Fixture].self, from: read("manifest.json"))
                .filter { $0.format == "webp" }
        } catch {
            fatalError("manifest.json cannot be read: \(error)")
        }
    }()
    static let decodable = all.filter { $0.expect == "decode" }
    static let animated = decodable.filter { $0.frames != nil }
    static let rejected = all.filter { $0.expect == "reject" }

    static func read(_ path: String) -> Data {
        do {
            return try Data(contentsOf: folder.appending(path: path))
        } catch {
            fatalError("\(path) cannot be read: \(error)")
        }
    }

    /// A file of the folder webp, without its extension.
    static func webp(_ name: String) -> Data { read("webp/\(name).webp") }
}

extension PixelBuffer {
    /// The samples as they lie in memory.
    var bytes: Data { withBytes { $0.withUnsafeBytes { Data($0) } } }

    /// The pixels as the dumps of the fixtures hold them: RGBA.
    var rgba: Data {
        get throws { try converted(to: PixelKind(.rgba)).bytes }
    }
}

extension WebPImage {
    static func decode(_ name: String, _ options: DecodingOptions = DecodingOptions()) throws -> Image {
        try decode(Fixture.webp(name), options)
    }
}

import Foundation
import KingfisherCore
import TestFixtures
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

    static let decodable: [Fixture] = FixtureFolder.rows(of: "webp", expecting: "decode")
    static let animated = decodable.filter { $0.frames != nil }
    static let rejected: [Fixture] = FixtureFolder.rows(of: "webp", expecting: "reject")

    static func read(_ path: String) -> Data { FixtureFolder.read(path) }

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

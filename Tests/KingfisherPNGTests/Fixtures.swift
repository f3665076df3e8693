import Foundation
import KingfisherTestKit
import TestFixtures

/// The images and expected pixels of Tests/Fixtures.
enum Fixtures {
    /// An entry of manifest.json.
    struct Entry: Decodable, Sendable, CustomStringConvertible {
        let file: String
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

    static func data(_ path: String) throws -> Data { try FixtureFolder.data(path) }

    static func sample(_ path: String) throws -> CodecSample {
        CodecSample(name: path, data: try data(path))
    }

    /// The PNG entries that a decoder has to read (`decode`) or refuse (`reject`).
    static func entries(_ expected: String) -> [Entry] { FixtureFolder.rows(of: "png", expecting: expected) }

    /// The APNG entries.
    static let animations: [Animation] = FixtureFolder.rows(of: "apng", expecting: "animate")

    /// The samples of a dump as 16 bits each, bytes times 257.
    static func samples16(_ dump: Data, isDeep: Bool) -> [UInt16] {
        let bytes = Array(dump)
        guard isDeep else { return bytes.map { UInt16($0) * 257 } }
        return stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    }
}

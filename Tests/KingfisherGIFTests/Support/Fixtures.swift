import Foundation
import KingfisherTestKit
import TestFixtures

/// The GIFs and expected frames of Tests/Fixtures.
enum Fixtures {
    /// An entry of manifest.json.
    struct Entry: Decodable, Sendable, CustomStringConvertible {
        let file: String
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

    static func data(_ path: String) throws -> Data { try FixtureFolder.data(path) }

    static func sample(_ name: String) throws -> CodecSample {
        CodecSample(name: name, data: try data("gif/\(name).gif"))
    }

    /// The GIFs that a decoder has to read (`decode`) or refuse (`reject`).
    static func entries(_ expected: String) -> [Entry] { FixtureFolder.rows(of: "gif", expecting: expected) }
}

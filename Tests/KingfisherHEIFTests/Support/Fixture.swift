import Foundation
import KingfisherCore
import KingfisherTestKit
import TestFixtures

/// A row of Tests/Fixtures/manifest.json; its README says what the keys mean.
struct Fixture: Decodable, Sendable, CustomStringConvertible {
    let file: String
    let width: Int?
    let height: Int?
    let bitDepth: Int?
    let colorModel: String?
    let alpha: Bool?
    let icc: String?
    let expected: String?
    let tolerance: Int?
    let reason: String?

    var description: String { file }

    /// The entries that a decoder has to read (`decode`) or refuse (`reject`).
    static func entries(_ expected: String) -> [Fixture] {
        FixtureFolder.rows(of: "heif", expecting: expected)
    }

    static func data(_ path: String) throws -> Data { try FixtureFolder.data(path) }

    static func sample(_ name: String) throws -> CodecSample {
        CodecSample(name: name, data: try data("heif/\(name)"))
    }
}

extension Fixture {
    /// The pixels expected, as `PixelBuffer.rgba16()` gives them.
    func expectedSamples() throws -> [UInt16] {
        let dump = try Self.data(expected ?? "")
        guard expected?.hasSuffix("16") == true else { return dump.map { UInt16($0) * 257 } }
        return stride(from: 0, to: dump.count, by: 2).map { UInt16(dump[$0]) << 8 | UInt16(dump[$0 + 1]) }
    }
}

/// The greatest difference between two equally long runs of samples, in steps of 8 bits; nil where lengths differ.
func greatestDifference(_ left: [UInt16], _ right: [UInt16]) -> Double? {
    guard left.count == right.count else { return nil }
    return Double(zip(left, right).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }) / 257
}

import Foundation
import KingfisherCore
import TestFixtures
import Testing

/// A row of Tests/Fixtures/manifest.json; its README says what the keys mean.
struct Fixture: Decodable, Sendable, CustomTestStringConvertible {
    struct Scaled: Decodable, Sendable {
        let eighths: Int
        let width: Int
        let height: Int
        let expected: String
    }

    let file: String
    let width: Int?
    let height: Int?
    let orientation: UInt8?
    let bitDepth: Int?
    let colorModel: String?
    let icc: String?
    let expected: String?
    let tolerance: Int?
    let scaled: [Scaled]?

    var testDescription: String { file }
    var data: Data { Self.read(file) }

    static let decodable: [Fixture] = FixtureFolder.rows(of: "jpeg", expecting: "decode")
    static let rejected: [Fixture] = FixtureFolder.rows(of: "jpeg", expecting: "reject")

    static func read(_ path: String) -> Data { FixtureFolder.read(path) }
}

extension Image {
    /// The pixels as the dumps of the fixtures hold them: RGBA, gray spread over all three.
    var rgba: [UInt8] {
        let channels = pixels.layout.channels
        return pixels.withSamples8 { samples in
            var result: [UInt8] = []
            result.reserveCapacity(width * height * 4)
            for pixel in 0..<width * height {
                let first = pixel * channels.count
                let color = channels.hasColor ? [0, 1, 2] : [0, 0, 0]
                result += color.map { samples[first + $0] }
                result.append(channels.hasAlpha ? samples[first + channels.count - 1] : 255)
            }
            return result
        }
    }
}

/// The greatest difference between two equally long runs of samples; nil where their lengths differ.
func greatestDifference(_ left: [UInt8], _ right: [UInt8]) -> Int? {
    guard left.count == right.count else { return nil }
    return zip(left, right).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
}

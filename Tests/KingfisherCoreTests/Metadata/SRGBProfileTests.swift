import Foundation
import KingfisherCore
import TestFixtures
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SRGBProfileTests {
    private func profile(_ name: String) throws -> ICCProfile {
        let data = try FixtureFolder.data("color/\(name).icc")
        return try #require(ICCProfile(data))
    }

    @Test("Primaries and curves tell sRGB, not the name", arguments: ["srgb", "srgb-short"])
    func recognized(name: String) throws {
        #expect(try profile(name).isSRGB)
    }

    @Test(
        "Other primaries, other curves and tables are other spaces",
        arguments: ["p3", "adobe", "prophoto", "gray", "table", "inks"])
    func others(name: String) throws {
        #expect(try !profile(name).isSRGB)
    }

    @Test("A profile of which bytes are wrong or missing is judged without a trap")
    func damaged() throws {
        for name in ["srgb", "srgb-short", "gray", "table"] {
            let data = try profile(name).data
            for place in data.indices {
                for value: UInt8 in [0, 0x7F, 0xFF] {
                    var copy = data
                    copy[place] = value
                    _ = ICCProfile(copy)?.isSRGB
                }
            }
        }
    }
}

import Foundation
import KingfisherCore
import KingfisherPNG
import KingfisherTestKit
import Testing

@Suite("PNG keeps what every codec has to keep", .timeLimit(.minutes(5)))
struct PNGConformanceTests {
    @Test("The decoder passes the decoder suite")
    func decoderConforms() async throws {
        let names = [
            "gray-1", "gray-2-key", "gray-4-interlaced", "gray-16-key-interlaced", "gray-alpha-16",
            "gray-icc",
            "palette-2-alpha-interlaced", "palette-8", "rgb-8", "rgb-8-key", "rgb-16-interlaced",
            "rgb-alpha-8",
            "rgb-alpha-16-1x1-interlaced", "rgb-icc", "rgb-density", "rgb-text", "exif-6", "exif-7",
        ]
        let samples = try names.map { try Fixtures.sample("png/\($0).png") }
        let suite = DecoderConformance(
            PNGDecoder(), samples: samples, oversized: [try Fixtures.sample("png/huge.png")])
        try await suite.run()
    }

    @Test("The encoder passes the encoder suite, exactly", arguments: [0, 1, 6])
    func encoderConforms(compressionLevel: Int) async throws {
        let suite = EncoderConformance(
            PNGEncoder(compressionLevel: compressionLevel), decoder: PNGDecoder(),
            abilities: .init(tolerance: 0, keepsSixteenBits: true, embedsProfiles: true))
        try await suite.run()
    }
}

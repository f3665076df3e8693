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

    @Test("Animations pass the decoder suite and that of frame sources")
    func animationsConform() async throws {
        let names = [
            "rgba", "rgba-interlaced", "gray-alpha", "rgba-16", "rgb", "rgb-cleared", "rgb-hidden", "palette",
        ]
        let samples = try names.map { try Fixtures.sample("apng/\($0).png") }
        try await DecoderConformance(PNGDecoder(), samples: samples, oversized: []).run()
        try await FrameSourceConformance(PNGDecoder(), samples: samples).run()
    }

    @Test("The encoder of animations passes the encoder suite, exactly", arguments: [nil, 1, 9])
    func animationEncoderConforms(effort: Int?) async throws {
        let suite = EncoderConformance(
            APNGEncoder(), decoder: PNGDecoder(),
            abilities: .init(tolerance: 0, keepsSixteenBits: true, embedsProfiles: true),
            options: EncodingOptions(effort: effort.map { min($0, 6) }))
        try await suite.run()
    }

    @Test("The incremental decoder passes its suite")
    func incrementalConforms() throws {
        let names = [
            "png/gray-1", "png/gray-16-key-interlaced", "png/palette-2-alpha-interlaced", "png/rgb-8",
            "png/rgb-icc",
            "png/rgb-16-interlaced", "png/rgb-alpha-16", "png/exif-6", "png/rgb-text", "apng/rgba",
            "apng/rgba-interlaced", "apng/palette",
        ]
        try IncrementalConformance(
            PNGDecoder(), samples: try names.map { try Fixtures.sample("\($0).png") }
        ).run()
    }
}

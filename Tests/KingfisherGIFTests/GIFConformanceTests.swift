import KingfisherCore
import KingfisherGIF
import KingfisherTestKit
import Testing

@Suite("GIF keeps what every codec has to keep", .timeLimit(.minutes(5)))
struct GIFConformanceTests {
    private static let stills = [
        "87a", "1x1", "palette-1", "palette-2-clear", "palette-4-interlaced", "palette-7", "offset",
        "beyond-canvas", "icc", "xmp", "in-blocks-interlaced",
    ]
    private static let animations = [
        "dispose-none", "dispose-background", "dispose-previous", "opaque", "optimized", "local-tables",
        "animated-interlaced",
    ]

    @Test("The decoder passes the decoder suite")
    func decoderConforms() async throws {
        let suite = DecoderConformance(
            GIFDecoder(), samples: try (Self.stills + Self.animations).map { try Fixtures.sample($0) },
            oversized: [try Fixtures.sample("huge")])
        try await suite.run()
    }

    @Test("Its animations pass the suite of frame sources")
    func framesConform() async throws {
        let suite = FrameSourceConformance(
            GIFDecoder(), samples: try Self.animations.map { try Fixtures.sample($0) })
        try await suite.run()
    }

    @Test("The incremental decoder passes the suite of incremental decoders")
    func incrementalConforms() throws {
        // One pixel cannot be shown in part.
        let samples = (Self.stills + Self.animations).filter { $0 != "1x1" }
        try IncrementalConformance(GIFDecoder(), samples: samples.map { try Fixtures.sample($0) }).run()
    }

    /// 256 colours for 3,072 of the suite's slopes: the nearest one is within 16, a dithered one within 48.
    @Test(
        "The encoder passes the encoder suite",
        arguments: [(GIFDithering.none, 16.0), (.diffusion, 48), (.ordered, 48)])
    func encoderConforms(dithering: GIFDithering, tolerance: Double) async throws {
        let suite = EncoderConformance(
            GIFEncoder(dithering: dithering), decoder: GIFDecoder(),
            abilities: .init(
                tolerance: tolerance, keepsSixteenBits: false, embedsProfiles: true,
                keepsPartialAlpha: false))
        try await suite.run()
    }
}

import KingfisherCore
import KingfisherTestKit
import KingfisherWebP
import Testing

@Suite("WebP keeps what every codec has to keep", .timeLimit(.minutes(5)))
struct WebPConformanceTests {
    private static let animations = [
        "anim-opaque", "anim-blended", "anim-cleared", "anim-small-frames", "anim-exif-6",
    ]

    @Test("The decoder passes the decoder suite")
    func decoderConforms() async throws {
        let names = [
            "1x1", "1x17", "lossy-20", "lossless-small", "palette-2", "palette-16", "alpha-lossy",
            "alpha-raw",
            "alpha-palette", "exif-6", "icc-exif-8-xmp", "icc-gray", "photo", "anim-one-frame",
        ]
        let suite = DecoderConformance(
            WebPDecoder(), samples: (names + Self.animations).map(sample),
            oversized: ["huge", "huge-lossless"].map(sample))
        try await suite.run()
    }

    @Test("Animations pass the suite for frames")
    func framesConform() async throws {
        try await FrameSourceConformance(WebPDecoder(), samples: Self.animations.map(sample)).run()
    }

    /// Not among the samples are files with EXIF, which are not shown before it, and first frames that leave a part of
    /// the canvas free.
    @Test("The incremental decoder passes the incremental suite")
    func incrementalDecoderConforms() throws {
        let names = [
            "lossy-95", "lossless", "photo", "photo-alpha", "photo-lossless", "icc", "xmp", "anim-blended",
        ]
        try IncrementalConformance(WebPDecoder(), samples: names.map(sample)).run()
    }

    @Test("The lossless encoder passes the encoder suite exactly", arguments: [nil, 0, 9])
    func losslessEncoderConforms(effort: Int?) async throws {
        let suite = EncoderConformance(
            WebPEncoder(), decoder: WebPDecoder(),
            abilities: .init(tolerance: 0, keepsSixteenBits: false, embedsProfiles: true),
            options: EncodingOptions(isLossless: true, effort: effort))
        try await suite.run()
    }

    private func sample(_ name: String) -> CodecSample {
        CodecSample(name: "\(name).webp", data: Fixture.webp(name))
    }
}

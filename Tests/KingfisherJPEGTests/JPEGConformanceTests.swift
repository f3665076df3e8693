import KingfisherCore
import KingfisherJPEG
import KingfisherTestKit
import Testing

@Suite("JPEG keeps what every codec has to keep", .timeLimit(.minutes(5)))
struct JPEGConformanceTests {
    @Test("The decoder passes the decoder suite")
    func decoderConforms() async throws {
        let names = [
            "1x17", "411", "420", "444", "arithmetic", "arithmetic-progressive", "cmyk", "exif-5",
            "exif-6-odd",
            "exif-8-progressive", "gray", "gray-progressive", "icc-exif-6", "icc-gray", "icc-multi",
            "progressive",
            "restart", "rgb", "ycck-420",
        ]
        let suite = DecoderConformance(
            JPEGDecoder(), samples: names.map(sample), oversized: [sample("huge")])
        try await suite.run()
    }

    /// Even at the best quality luma, chroma and every coefficient are rounded, which adds up to four steps and a half
    /// in the worst sample of the suite's images; `cjpeg -quality 100 -sample 1x1` gives the same pixels.
    @Test(
        "The encoder passes the encoder suite within five steps at the best quality",
        arguments: [false, true])
    func encoderConforms(isProgressive: Bool) async throws {
        let suite = EncoderConformance(
            JPEGEncoder(progressive: isProgressive), decoder: JPEGDecoder(),
            abilities: .init(tolerance: 5, keepsSixteenBits: false, embedsProfiles: true),
            options: EncodingOptions(quality: 100))
        try await suite.run()
    }

    private func sample(_ name: String) -> CodecSample {
        CodecSample(name: "\(name).jpg", data: Fixture.read("jpeg/\(name).jpg"))
    }
}

import KingfisherCore
import KingfisherHEIF
import KingfisherTestKit
import Testing

@Suite("HEIF keeps what every codec has to keep", .timeLimit(.minutes(10)))
struct HEIFConformanceTests {
    @Test("The decoder passes the decoder suite", arguments: ["heic", "avif"])
    func decoderConforms(suffix: String) async throws {
        let names = [
            "odd", "gray", "alpha", "10bit", "icc", "grid", "premultiplied", "turn-crop", "thumbnail",
        ]
        let suite = DecoderConformance(
            HEIFDecoder(), samples: try names.map { try Fixture.sample("\($0).\(suffix)") },
            oversized: [try Fixture.sample("huge.\(suffix)")])
        try await suite.run()
    }

    /// At the best quality the transform and the matrix still round.
    @Test("The encoders pass the encoder suite at the best quality", arguments: [ImageFormat.heic, .avif])
    func encoderConforms(format: ImageFormat) async throws {
        let suite = EncoderConformance(
            HEIFEncoder(format: format), decoder: HEIFDecoder(),
            abilities: .init(tolerance: 4, keepsSixteenBits: true, embedsProfiles: true),
            options: EncodingOptions(quality: 100))
        try await suite.run()
    }

    /// 16-bit samples are rounded to 10 or 12 bits, which is within an eighth of a step of 8 bits; premultiplied ones are
    /// twice, in colour and in alpha.
    @Test(
        "Without loss the encoders pass the suite within the rounding of 16 bits",
        arguments: [ImageFormat.heic, .avif])
    func losslessEncoderConforms(format: ImageFormat) async throws {
        let suite = EncoderConformance(
            HEIFEncoder(format: format), decoder: HEIFDecoder(),
            abilities: .init(tolerance: 0.26, keepsSixteenBits: true, embedsProfiles: true),
            options: EncodingOptions(isLossless: true))
        try await suite.run()
    }
}

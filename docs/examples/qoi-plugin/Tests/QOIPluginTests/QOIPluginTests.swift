import Foundation
import KingfisherCore
import KingfisherPNG
import KingfisherTestKit
import QOIPlugin
import Testing

@Suite("QOI", .timeLimit(.minutes(2)))
struct QOIPluginTests {
    /// Written by ffmpeg 5.1, each with the same picture as PNG beside it.
    static let names = ["rgb", "rgba", "flat"]

    @Test("Pixels equal those that ffmpeg wrote", arguments: names)
    func pixels(name: String) throws {
        let image = try QOIDecoder().decode(try fixture("\(name).qoi"), options: DecodingOptions())
        let expected = try PNGDecoder().decode(try fixture("\(name).png"), options: DecodingOptions())
        #expect(image.pixels.largestDifference(from: expected.pixels) == 0)
        #expect(image.hasAlpha == expected.hasAlpha)
    }

    @Test("What is written has the bytes that ffmpeg writes", arguments: names)
    func bytes(name: String) throws {
        let data = try fixture("\(name).qoi")
        let image = try QOIDecoder().decode(data, options: DecodingOptions())
        #expect(try QOIEncoder().encode(image, options: EncodingOptions()) == data)
    }

    @Test("The decoder passes the suite that every decoder has to pass")
    func decoderConforms() async throws {
        let samples = try Self.names.map { CodecSample(name: $0, data: try fixture("\($0).qoi")) }
        let side: [UInt8] = [0x7F, 0xFF, 0xFF, 0xFF]
        let huge = Data("qoif".utf8 + side + side + [4, 0, 0, 0, 0, 0, 0, 0, 0, 1])
        let suite = DecoderConformance(
            QOIDecoder(), samples: samples,
            oversized: [CodecSample(name: "a header of 2^31 pixels squared", data: huge)])
        try await suite.run()
    }

    @Test("The encoder passes the suite that every encoder has to pass")
    func encoderConforms() async throws {
        let suite = EncoderConformance(
            QOIEncoder(), decoder: QOIDecoder(),
            abilities: .init(tolerance: 0, keepsSixteenBits: false, embedsProfiles: false))
        try await suite.run()
    }

    @Test("Registered, it is found by content and by format; twice is an error")
    func registration() throws {
        let registry = try PluginRegistry([PNGPlugin(), QOIPlugin()])
        let info = try registry.codecs.inspect(try fixture("rgba.qoi"))
        #expect(info.format == .qoi && info.hasAlpha)
        #expect(registry.codecs.encoder(for: .qoi) is QOIEncoder)
        #expect(throws: PluginError.self) { try PluginRegistry([QOIPlugin(), QOIPlugin()]) }
    }

    private func fixture(_ name: String) throws -> Data {
        let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
        return try Data(contentsOf: folder.appending(path: name))
    }
}

import Foundation
import KingfisherCore
import KingfisherPNG
import KingfisherTestKit
import Testing

@Suite("PNG decodes to the pixels that other programs see", .timeLimit(.minutes(5)))
struct PNGFixtureTests {
    private let decoder = PNGDecoder()

    @Test("The manifest has the fixtures")
    func manifestIsThere() {
        #expect(Fixtures.entries("decode").count >= 90)
        #expect(Fixtures.entries("reject").count >= 14)
    }

    @Test("Every sample is exactly the expected one", arguments: Fixtures.entries("decode"))
    func decodesExactly(entry: Fixtures.Entry) throws {
        let path = try #require(entry.expected)
        let data = try Fixtures.data(entry.file)
        let deep = try decoder.decode(data, options: DecodingOptions(keepsHighDepth: true))
        let expected = Fixtures.samples16(try Fixtures.data(path), isDeep: path.hasSuffix("16"))
        #expect(deep.pixels.rgba16() == expected)
        #expect(deep.pixels.layout.depth == (entry.bitDepth == 16 ? .sixteen : .eight))
        #expect(deep.pixels.layout.channels.hasColor == (entry.colorModel != "gray"))

        let shallow = try decoder.decode(data, options: DecodingOptions())
        // 16 bits become 8 by exact rounding to the nearest: round(v * 255 / 65535).
        let rounded = expected.map { (UInt32($0) * 255 + 32767) / 65535 * 257 }
        #expect(shallow.pixels.rgba16().map(UInt32.init) == rounded)
        #expect(shallow.pixels.layout.depth == .eight)
    }

    @Test("inspect tells what the manifest says", arguments: Fixtures.entries("decode"))
    func inspects(entry: Fixtures.Entry) throws {
        let info = try decoder.inspect(try Fixtures.data(entry.file), limits: .standard)
        #expect(info.format == .png)
        #expect(info.width == entry.width)
        #expect(info.height == entry.height)
        #expect(info.orientation.rawValue == entry.orientation)
        #expect(info.bitDepth == entry.bitDepth)
        #expect(info.colorModel.rawValue == entry.colorModel)
        #expect(info.hasAlpha == entry.alpha)
        #expect(info.iccProfile?.description == entry.icc)
        #expect(info.frameCount == 1)
        #expect(info.loopCount == nil)
        #expect(info.duration == nil)
    }

    @Test("Broken files are refused with a message", arguments: Fixtures.entries("reject"))
    func refuses(entry: Fixtures.Entry) throws {
        let data = try Fixtures.data(entry.file)
        let error = #expect(throws: PluginError.self) {
            try decoder.decode(data, options: DecodingOptions())
        }
        #expect(error?.pluginID == "png")
        #expect(error?.message.isEmpty == false)
    }
}

import Foundation
import KingfisherCore
import KingfisherGIF
import KingfisherTestKit
import Testing

@Suite("GIF decodes to the frames that other programs see", .timeLimit(.minutes(5)))
struct GIFFixtureTests {
    private let decoder = GIFDecoder()

    @Test("The manifest has the fixtures")
    func manifestIsThere() {
        #expect(Fixtures.entries("decode").count >= 28)
        #expect(Fixtures.entries("reject").count >= 10)
    }

    @Test("Every frame is exactly the expected one", arguments: Fixtures.entries("decode"))
    func decodesExactly(entry: Fixtures.Entry) throws {
        let image = try decoder.decode(try Fixtures.data(entry.file), options: DecodingOptions())
        #expect((image.width, image.height) == (entry.width, entry.height))
        #expect(try image.rgbaFrames() == entry.expectedFrames())
        #expect(image.durations == entry.durations ?? [])
        #expect(image.frames?.loopCount == entry.plays)
        #expect(image.pixels.layout.channels == (entry.alpha == true ? .rgba : .rgb))
        #expect(!image.isPartial)
    }

    @Test("inspect tells what the manifest says", arguments: Fixtures.entries("decode"))
    func inspects(entry: Fixtures.Entry) throws {
        let info = try decoder.inspect(try Fixtures.data(entry.file), limits: .standard)
        #expect(info.format == .gif)
        #expect((info.width, info.height) == (entry.width, entry.height))
        #expect(info.bitDepth == entry.bitDepth)
        #expect(info.colorModel == .indexed)
        #expect(info.hasAlpha == entry.alpha)
        #expect(info.iccProfile?.description == entry.icc)
        #expect(info.frameCount == entry.durations?.count ?? 1)
        #expect(info.loopCount == entry.plays)
        #expect(info.duration == entry.durations.map { .milliseconds($0.reduce(0, +)) })
    }

    @Test("Broken files are refused with a message", arguments: Fixtures.entries("reject"))
    func refuses(entry: Fixtures.Entry) throws {
        let data = try Fixtures.data(entry.file)
        let error = #expect(throws: PluginError.self) {
            try decoder.decode(data, options: DecodingOptions())
        }
        #expect(["gif", "core"].contains(error?.pluginID))
        #expect(error?.message.isEmpty == false)
    }
}

import Foundation
import KingfisherCore
import KingfisherWebP
import Testing

@Suite("WebP fixtures of cwebp and webpmux", .timeLimit(.minutes(2)))
struct WebPFixtureTests {
    @Test(
        "Decoded pixels are those of dwebp, or of libwebp's animation decoder", arguments: Fixture.decodable)
    func pixels(fixture: Fixture) throws {
        let image = try WebPImage.decode(fixture.data)
        #expect(image.width == fixture.width)
        #expect(image.height == fixture.height)
        #expect(!image.isPartial)
        #expect(image.pixels.layout.channels == (fixture.alpha == true ? .rgba : .rgb))
        let isSame = try image.pixels.rgba == Fixture.read(try #require(fixture.expected))
        #expect(isSame)
    }

    @Test("Inspection agrees with the manifest", arguments: Fixture.decodable)
    func inspection(fixture: Fixture) throws {
        let info = try WebPDecoder().inspect(fixture.data, limits: .standard)
        #expect(info.format == .webp)
        #expect(info.width == fixture.width)
        #expect(info.height == fixture.height)
        #expect(info.orientation.rawValue == fixture.orientation)
        #expect(info.hasAlpha == fixture.alpha)
        #expect(info.bitDepth == 8)
        #expect(info.colorModel == .rgb)
        #expect(info.iccProfile?.description == fixture.icc)
        #expect(info.frameCount == fixture.durations?.count ?? 1)
        let isMoving = info.frameCount > 1
        #expect(info.loopCount == (isMoving ? fixture.loops : nil))
        #expect(info.duration == (isMoving ? .milliseconds(fixture.durations?.reduce(0, +) ?? 0) : nil))
    }

    @Test("What is no image, or no whole one, is refused with a message", arguments: Fixture.rejected)
    func refusal(fixture: Fixture) throws {
        let error = try #require(throws: PluginError.self) { try WebPImage.decode(fixture.data) }
        #expect(error.pluginID == "webp" || error.code == .limitExceeded)
        #expect(error.message.count > 20)
    }

    @Test(
        "Frames are those of libwebp's animation decoder, with their durations and loops",
        arguments: Fixture.animated)
    func frames(fixture: Fixture) throws {
        let expected = try #require(fixture.frames)
        guard expected.count > 1 else { return }
        let frames = try #require(try WebPImage.decode(fixture.data).frames)
        #expect(frames.frameCount == expected.count)
        #expect(frames.loopCount == fixture.loops)
        for (index, file) in expected.enumerated() {
            #expect(frames.duration(at: index) == .milliseconds(try #require(fixture.durations?[index])))
            let isSame = try frames.frame(at: index).rgba == Fixture.read(file)
            #expect(isSame, "frame \(index)")
        }
    }

    @Test("A slice of data whose first index is not zero is decoded like any other")
    func slice() throws {
        for name in ["icc-exif-8-xmp", "anim-cleared"] {
            let slice = (Data(repeating: 0xFF, count: 9) + Fixture.webp(name)).dropFirst(9)
            let image = try WebPImage.decode(slice)
            #expect(try image.pixels.rgba == WebPImage.decode(name).pixels.rgba)
            if let frames = image.frames {
                #expect(try frames.frame(at: 3).rgba == Fixture.read("expected/webp/\(name).webp.3.rgba"))
            }
        }
    }

    @Test("The plugin brings a decoder that recognises WebP, and an encoder")
    func plugin() throws {
        let codecs = try PluginRegistry([WebPPlugin()]).codecs
        #expect(try codecs.decoder(for: Fixture.webp("lossy")).formats == [.webp])
        #expect(codecs.encoder(for: .webp) != nil)
        #expect(throws: PluginError.self) { try codecs.decoder(for: Data("GIF89a".utf8)) }
    }
}

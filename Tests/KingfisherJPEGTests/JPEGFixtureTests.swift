import Foundation
import KingfisherCore
import KingfisherJPEG
import Testing

@Suite("JPEG fixtures of independent encoders", .timeLimit(.minutes(2)))
struct JPEGFixtureTests {
    @Test("Decoded pixels are those of djpeg", arguments: Fixture.decodable)
    func pixels(fixture: Fixture) throws {
        let image = try JPEGDecoder().decode(fixture.data, options: DecodingOptions())
        #expect(image.width == fixture.width)
        #expect(image.height == fixture.height)
        #expect(!image.isPartial)
        #expect(image.pixels.layout.channels == (fixture.colorModel == "gray" ? .gray : .rgb))
        let expected = [UInt8](Fixture.read(try #require(fixture.expected)))
        let difference = try #require(greatestDifference(image.rgba, expected))
        #expect(difference <= fixture.tolerance!)
    }

    @Test("Inspection agrees with the manifest", arguments: Fixture.decodable)
    func inspection(fixture: Fixture) throws {
        let info = try JPEGDecoder().inspect(fixture.data, limits: .standard)
        #expect(info.format == .jpeg)
        #expect(info.width == fixture.width)
        #expect(info.height == fixture.height)
        #expect(info.orientation.rawValue == fixture.orientation)
        #expect(info.bitDepth == fixture.bitDepth)
        #expect(info.colorModel.rawValue == fixture.colorModel)
        #expect(info.iccProfile?.description == fixture.icc)
        #expect(!info.hasAlpha)
        #expect(info.frameCount == 1)
        #expect(info.loopCount == nil)
    }

    @Test("What is no image, or no whole one, is refused with a message", arguments: Fixture.rejected)
    func refusal(fixture: Fixture) throws {
        let error = try #require(throws: PluginError.self) {
            try JPEGDecoder().decode(fixture.data, options: DecodingOptions())
        }
        #expect(error.pluginID == "jpeg")
        #expect(error.message.count > 20)
    }

    @Test("A slice of data whose first index is not zero is decoded like any other")
    func slice() throws {
        let data = Fixture.read("jpeg/exif-6.jpg")
        let slice = (Data(repeating: 0xFF, count: 9) + data).dropFirst(9)
        let image = try JPEGDecoder().decode(slice, options: DecodingOptions())
        #expect(image.rgba == [UInt8](Fixture.read("expected/jpeg/exif-6.jpg.rgba")))
    }

    @Test("The plugin brings a decoder that recognises JPEG, and an encoder")
    func plugin() throws {
        let codecs = try PluginRegistry([JPEGPlugin()]).codecs
        #expect(try codecs.decoder(for: Fixture.read("jpeg/420.jpg")).formats == [.jpeg])
        #expect(codecs.encoder(for: .jpeg) != nil)
        #expect(throws: PluginError.self) { try codecs.decoder(for: Data("GIF89a".utf8)) }
    }
}

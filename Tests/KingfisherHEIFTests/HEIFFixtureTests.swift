import Foundation
import KingfisherCore
import KingfisherHEIF
import KingfisherTestKit
import Testing

@Suite("HEIF fixtures of independent encoders", .timeLimit(.minutes(2)))
struct HEIFFixtureTests {
    private let decoder = HEIFDecoder()

    @Test(
        "Decoded pixels are those of heif-convert, turned, cropped and composed by Pillow",
        arguments: Fixture.entries("decode"))
    func pixels(fixture: Fixture) throws {
        let isDeep = (fixture.bitDepth ?? 8) > 8
        let image = try decoder.decode(
            try Fixture.data(fixture.file), options: DecodingOptions(keepsHighDepth: isDeep))
        #expect((image.width, image.height) == (fixture.width, fixture.height))
        #expect(image.pixels.layout.depth == (isDeep ? .sixteen : .eight))
        #expect(image.pixels.layout.channels.hasColor == (fixture.colorModel == "rgb"))
        let difference = try #require(
            greatestDifference(image.pixels.rgba16(), try fixture.expectedSamples()))
        let tolerance = Double(fixture.tolerance ?? 0) / (isDeep ? 257 : 1)
        #expect(difference <= tolerance)
    }

    @Test("Inspection agrees with the manifest", arguments: Fixture.entries("decode"))
    func inspection(fixture: Fixture) throws {
        let info = try decoder.inspect(try Fixture.data(fixture.file), limits: .standard)
        #expect(info.format == (fixture.file.hasSuffix("avif") ? .avif : .heic))
        #expect((info.width, info.height) == (fixture.width, fixture.height))
        #expect(info.orientation == .up)
        #expect(info.bitDepth == fixture.bitDepth)
        #expect(info.colorModel.rawValue == fixture.colorModel)
        #expect(info.hasAlpha == fixture.alpha)
        #expect(info.iccProfile?.description == fixture.icc)
        #expect(info.frameCount == 1)
    }

    @Test(
        "What is no image, or no sound one, is refused with a message", arguments: Fixture.entries("reject"))
    func refusal(fixture: Fixture) throws {
        let error = try #require(throws: PluginError.self) {
            try decoder.decode(try Fixture.data(fixture.file), options: DecodingOptions())
        }
        #expect(error.pluginID == "heif")
        #expect(error.message.count > 20)
    }

    @Test(
        "More bits than eight are rounded to the nearest of eight", arguments: ["10bit.heic", "12bit.avif"])
    func rounding(name: String) throws {
        let data = try Fixture.data("heif/\(name)")
        let deep = try decoder.decode(data, options: DecodingOptions(keepsHighDepth: true)).pixels.rgba16()
        let plain = try decoder.decode(data, options: DecodingOptions()).pixels.rgba16()
        for (deep, plain) in zip(deep, plain) {
            // Half a step, and what is lost in rounding to 16 bits.
            #expect(abs(Int(deep) - Int(plain)) <= 129)
        }
    }

    @Test("Code points come from the file, or from the coded data where the file has none")
    func codePoints() throws {
        func points(_ name: String) throws -> ColorCodePoints? {
            let data = try Fixture.data("heif/\(name)")
            return try decoder.decode(data, options: DecodingOptions()).metadata.colorCodePoints
        }
        for suffix in ["heic", "avif"] {
            let limited = try #require(try points("709-limited.\(suffix)"))
            #expect(limited.matrix == 1)
            #expect(!limited.isFullRange)
            #expect(try points("rgb.\(suffix)")?.matrix == 0)
            // With a profile heif-enc writes no code points into the file.
            #expect(try points("icc.\(suffix)")?.isFullRange == true)
        }
    }

    @Test("Inspection tells of EXIF, XMP and the code points of the file")
    func inspectedMetadata() throws {
        let info = try decoder.inspect(try Fixture.data("heif/exif.avif"), limits: .standard)
        #expect((info.hasEXIF, info.hasXMP) == (true, true))
        for name in ["709-limited.heic", "709-limited.avif", "rgb.heic", "rgb.avif"] {
            let data = try Fixture.data("heif/\(name)")
            let info = try decoder.inspect(data, limits: .standard)
            #expect((info.hasEXIF, info.hasXMP) == (false, false))
            let decoded = try decoder.decode(data, options: DecodingOptions()).metadata.colorCodePoints
            #expect(info.colorCodePoints == decoded)
        }
        // What the coded data alone say is for decoding to tell.
        let profiled = try decoder.inspect(try Fixture.data("heif/icc.heic"), limits: .standard)
        #expect(profiled.colorCodePoints == nil)
    }

    @Test("EXIF and XMP are carried when asked for, and EXIF's orientation turns nothing")
    func metadata() throws {
        let data = try Fixture.data("heif/exif.avif")
        let plain = try decoder.decode(data, options: DecodingOptions()).metadata
        #expect(plain.exif == nil)
        #expect(plain.xmp == nil)
        let kept = try decoder.decode(data, options: DecodingOptions(keepsMetadata: true)).metadata
        let exif = try #require(kept.exif)
        #expect(ImageOrientation(exif: exif) == .up)
        #expect(exif.starts(with: Array("II*\0".utf8)))
        #expect(kept.xmp == Data(#"<x:xmpmeta xmlns:x="adobe:ns:meta/"/>"#.utf8))
    }

    @Test("The plugin brings a decoder that recognises both formats, and an encoder for each")
    func plugin() throws {
        let codecs = try PluginRegistry([HEIFPlugin()]).codecs
        for name in ["420.heic", "420.avif"] {
            let data = try Fixture.data("heif/\(name)")
            #expect(try codecs.inspect(data).width == 96)
        }
        #expect(codecs.encoders.map(\.format) == [.heic, .avif])
    }
}

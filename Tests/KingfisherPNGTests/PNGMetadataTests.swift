import Foundation
import KingfisherCore
import KingfisherPNG
import KingfisherTestKit
import Testing

@Suite("PNG reads and writes what comes with the pixels", .timeLimit(.minutes(5)))
struct PNGMetadataTests {
    private let decoder = PNGDecoder()

    /// EXIF with nothing but the given orientation: byte order, 42, one entry of type SHORT.
    private static func exif(_ orientation: UInt8) -> [UInt8] {
        Array("MM".utf8) + [
            0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
        ]
    }

    @Test("An orientation is applied wherever its chunk stands", arguments: ["PLTE", "IDAT", "IEND"])
    func orientationAnywhere(place: String) throws {
        let data = try Fixtures.data("png/palette-8.png")
        let stored = try decoder.decode(data, options: DecodingOptions())
        let turned = try decoder.decode(
            PNGBytes.inserting(PNGBytes.chunk("eXIf", Self.exif(6)), before: place, in: data),
            options: DecodingOptions())
        #expect((turned.width, turned.height) == (stored.height, stored.width))
        #expect(turned.pixels.isIdentical(to: try stored.pixels.upright(from: .right)))
    }

    @Test("ImageMagick's EXIF in a text chunk counts where there is no eXIf")
    func orientationInText() throws {
        let data = try Fixtures.data("png/rgb-8.png")
        let bytes = Array("Exif\0\0".utf8) + Self.exif(3)
        let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let text =
            "Raw profile type exif\0\nexif\n      \(bytes.count)\n\(hex.prefix(40))\n\(hex.dropFirst(40))\n"
        let old = PNGBytes.inserting(PNGBytes.chunk("tEXt", Array(text.utf8)), before: "IEND", in: data)
        #expect(try decoder.inspect(old, limits: .standard).orientation == .down)
        let both = PNGBytes.inserting(PNGBytes.chunk("eXIf", Self.exif(8)), before: "IEND", in: old)
        #expect(try decoder.inspect(both, limits: .standard).orientation == .left)
    }

    @Test("An ancillary chunk with a wrong checksum is disregarded")
    func wrongChecksum() throws {
        let data = try Fixtures.data("png/rgb-8.png")
        for (type, content) in [
            ("eXIf", Self.exif(6)), ("tRNS", [0, 1, 0, 1, 0, 1]), ("acTL", [0, 0, 0, 2, 0, 0, 0, 0]),
        ] {
            var chunk = PNGBytes.chunk(type, content)
            chunk[chunk.count - 1] ^= 0xFF
            let info = try decoder.inspect(
                PNGBytes.inserting(chunk, before: "IDAT", in: data), limits: .standard)
            #expect(info.orientation == .up)
            #expect(!info.hasAlpha)
            #expect(info.frameCount == 1)
        }
    }

    @Test("The density is read, turned with the image, and written again")
    func density() throws {
        let image = try decoder.decode(try Fixtures.data("png/rgb-density.png"), options: DecodingOptions())
        let density = try #require(image.metadata.density)
        let again = try decoder.decode(
            try PNGEncoder().encode(image, options: EncodingOptions()), options: DecodingOptions())
        #expect(again.metadata.density == density)

        let sideways = PNGBytes.inserting(
            PNGBytes.chunk("pHYs", [0, 0, 0x0B, 0x13, 0, 0, 0x16, 0x26, 1]), before: "IDAT",
            in: try Fixtures.data("png/exif-6.png"))
        let turned = try decoder.decode(sideways, options: DecodingOptions())
        #expect(turned.metadata.density == PixelDensity(horizontal: 5670, vertical: 2835))
    }

    @Test("An animated file is described as such and decodes as its default image")
    func animation() throws {
        let data = try Fixtures.data("png/rgb-8.png")
        let still = try decoder.decode(data, options: DecodingOptions())
        func frame(_ number: UInt8, _ numerator: UInt8, _ denominator: UInt8) -> Data {
            PNGBytes.chunk(
                "fcTL",
                [0, 0, 0, number, 0, 0, 0, 17, 0, 0, 0, 13] + [UInt8](repeating: 0, count: 8)
                    + [0, numerator, 0, denominator, 0, 0])
        }
        // 30/100 and, as 0 stands for 100, 20/100 of a second, three times over.
        let control = PNGBytes.chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 3]) + frame(0, 30, 100)
        var animated = PNGBytes.inserting(control, before: "IDAT", in: data)
        animated = PNGBytes.inserting(frame(1, 20, 0), before: "IEND", in: animated)
        let info = try decoder.inspect(animated, limits: .standard)
        #expect(info.format == .apng)
        #expect(info.frameCount == 2)
        #expect(info.loopCount == 3)
        #expect(info.duration == .milliseconds(500))
        #expect(ImageFormat(sniffing: animated) == .apng)
        let image = try decoder.decode(animated, options: DecodingOptions())
        #expect(image.metadata.format == .apng)
        #expect(image.pixels.isIdentical(to: still.pixels))
    }

    @Test("The plugin registers a decoder for PNG and APNG, and an encoder for PNG")
    func plugin() throws {
        let registry = try PluginRegistry([PNGPlugin()])
        #expect(registry.pluginIDs == ["png"])
        #expect(registry.codecs.decoders.flatMap(\.formats) == [.png, .apng])
        #expect(registry.codecs.encoder(for: .png) != nil)
    }
}

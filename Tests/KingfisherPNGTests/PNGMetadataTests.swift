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

    /// A packet that is no text from end to end: it holds a zero byte.
    private static let packet = Data("<x:xmpmeta/>\0".utf8)

    @Test("EXIF, upright, and XMP are carried when asked for, and written when asked for")
    func exifAndXMP() throws {
        let text = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Self.packet
        var data = PNGBytes.inserting(
            PNGBytes.chunk("eXIf", Self.exif(6)), before: "IDAT", in: try Fixtures.data("png/rgb-8.png"))
        data = PNGBytes.inserting(PNGBytes.chunk("iTXt", text), before: "IEND", in: data)
        let bare = try decoder.decode(data, options: DecodingOptions())
        #expect(bare.metadata.exif == nil)
        #expect(bare.metadata.xmp == nil)
        let image = try decoder.decode(data, options: DecodingOptions(keepsMetadata: true))
        #expect(image.metadata.exif == Data(Self.exif(1)))
        #expect(image.metadata.xmp == Self.packet)

        let written = try PNGEncoder().encode(image, options: EncodingOptions(embedsMetadata: true))
        let again = try decoder.decode(written, options: DecodingOptions(keepsMetadata: true))
        #expect(again.metadata.exif == image.metadata.exif)
        #expect(again.metadata.xmp == Self.packet)
        let stripped = try PNGEncoder().encode(image, options: EncodingOptions())
        #expect(PNGBytes.chunks(of: stripped).allSatisfy { $0.type != "eXIf" && $0.type != "iTXt" })
    }

    @Test("Inspection tells of EXIF, XMP and code points, without them being unpacked")
    func inspection() throws {
        let plain = try Fixtures.data("png/rgb-8.png")
        let bare = try decoder.inspect(plain, limits: .standard)
        #expect((bare.hasEXIF, bare.hasXMP) == (false, false))
        #expect(bare.colorCodePoints == nil)
        let text = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Self.packet
        var data = PNGBytes.inserting(PNGBytes.chunk("cICP", [9, 16, 0, 1]), before: "IDAT", in: plain)
        data = PNGBytes.inserting(PNGBytes.chunk("eXIf", Self.exif(1)), before: "IEND", in: data)
        data = PNGBytes.inserting(PNGBytes.chunk("iTXt", text), before: "IEND", in: data)
        let info = try decoder.inspect(data, limits: .standard)
        #expect((info.hasEXIF, info.hasXMP) == (true, true))
        #expect(
            info.colorCodePoints
                == ColorCodePoints(primaries: 9, transfer: 16, matrix: 0, isFullRange: true))
        // Both stand behind the pixels here, so that a file without its end says nothing of them.
        let cut = try decoder.inspect(plain.dropLast(12), limits: .standard)
        #expect(cut.hasEXIF == nil)
        #expect(cut.hasXMP == nil)
    }

    @Test("XMP beyond the limit, or damaged, is left out")
    func hostileXMP() throws {
        let start = Array("XML:com.adobe.xmp\0".utf8)
        let bomb = start + [1, 0, 0, 0] + PNGBytes.gibibyteOfZeros
        for content in [
            bomb, start, start + [0], start + [0, 0, 65], start + [7, 0, 0, 0, 65], start + [1, 0, 0, 0, 1],
        ] {
            let data = PNGBytes.inserting(
                PNGBytes.chunk("iTXt", content), before: "IEND", in: try Fixtures.data("png/rgb-8.png"))
            let image = try decoder.decode(data, options: DecodingOptions(keepsMetadata: true))
            #expect(image.metadata.xmp == nil)
        }
    }

    @Test("Code points are read, and written where there is no profile")
    func codePoints() throws {
        let chunk = PNGBytes.chunk("cICP", [9, 16, 0, 1])
        let data = PNGBytes.inserting(chunk, before: "IDAT", in: try Fixtures.data("png/rgb-8.png"))
        var image = try decoder.decode(data, options: DecodingOptions())
        let points = ColorCodePoints(primaries: 9, transfer: 16, matrix: 0, isFullRange: true)
        #expect(image.metadata.colorCodePoints == points)
        let written = try PNGEncoder().encode(image, options: EncodingOptions())
        #expect(PNGBytes.chunks(of: written).map(\.type).prefix(2) == ["IHDR", "cICP"])
        #expect(PNGBytes.chunks(of: written)[1].bytes == chunk)
        let without = try PNGEncoder().encode(image, options: EncodingOptions(embedsProfile: false))
        #expect(PNGBytes.chunks(of: without).allSatisfy { $0.type != "cICP" })
        image.metadata.iccProfile = TestProfile.make(.rgb)
        let profiled = try PNGEncoder().encode(image, options: EncodingOptions())
        #expect(PNGBytes.chunks(of: profiled).allSatisfy { $0.type != "cICP" })
        // A video's matrix is not in the pixels any more; what is unspecified is not worth saying.
        image.metadata = ImageMetadata(
            colorCodePoints: ColorCodePoints(primaries: 12, transfer: 13, matrix: 6, isFullRange: false))
        let video = try decoder.decode(
            try PNGEncoder().encode(image, options: EncodingOptions()), options: DecodingOptions())
        #expect(
            video.metadata.colorCodePoints
                == ColorCodePoints(primaries: 12, transfer: 13, matrix: 0, isFullRange: true))
        image.metadata.colorCodePoints?.transfer = 2
        let vague = try PNGEncoder().encode(image, options: EncodingOptions())
        #expect(PNGBytes.chunks(of: vague).allSatisfy { $0.type != "cICP" })
    }

    @Test("The plugin registers a decoder for PNG and APNG, and an encoder for each")
    func plugin() throws {
        let registry = try PluginRegistry([PNGPlugin()])
        #expect(registry.pluginIDs == ["png"])
        #expect(registry.codecs.decoders.flatMap(\.formats) == [.png, .apng])
        #expect(registry.codecs.encoders.map(\.format) == [.png, .apng])
    }
}

import Foundation
import KingfisherCore
import KingfisherGIF
import KingfisherTestKit
import Testing

@Suite("GIF reads and writes what comes with the pixels", .timeLimit(.minutes(1)))
struct GIFMetadataTests {
    private let decoder = GIFDecoder()

    @Test("The XMP packet is read where it is asked for, and written again")
    func packet() throws {
        let data = try Fixtures.data("gif/xmp.gif")
        #expect(try decoder.decode(data, options: DecodingOptions()).metadata.xmp == nil)
        let image = try decoder.decode(data, options: DecodingOptions(keepsMetadata: true))
        let packet = try #require(image.metadata.xmp)
        #expect(String(decoding: packet, as: UTF8.self).hasPrefix("<?xpacket begin"))
        #expect(String(decoding: packet, as: UTF8.self).hasSuffix("'adobe:ns:meta/'/>"))
        for (embeds, expected) in [(true, packet), (false, nil)] {
            let again = try decoder.decode(
                try GIFEncoder().encode(image, options: EncodingOptions(embedsMetadata: embeds)),
                options: DecodingOptions(keepsMetadata: true))
            #expect(again.metadata.xmp == expected)
            #expect(again.pixels.isIdentical(to: image.pixels))
        }
    }

    @Test("Inspection tells whether there is a packet, and that there is no EXIF")
    func inspection() throws {
        let data = try Fixtures.data("gif/xmp.gif")
        let info = try decoder.inspect(data, limits: .standard)
        #expect((info.hasEXIF, info.hasXMP) == (false, true))
        let bare = try decoder.inspect(try Fixtures.data("gif/palette-4.gif"), limits: .standard)
        #expect((bare.hasEXIF, bare.hasXMP) == (false, false))
        let cut = try decoder.inspect(try Fixtures.data("gif/no-trailer.gif"), limits: .standard)
        #expect(cut.hasXMP == nil)
    }

    @Test("A packet of every length ends where it ends")
    func packetLengths() throws {
        let pixels = try PixelBuffer.make(1, 1) { _, _ in [1, 2, 3] }
        for length in [1, 100, 254, 255, 256, 257, 1000] {
            let packet = Data((0..<length).map { UInt8(0x20 + $0 % 90) })
            let image = Image(pixels: pixels, metadata: ImageMetadata(xmp: packet))
            let data = try GIFEncoder().encode(image, options: EncodingOptions(embedsMetadata: true))
            let again = try decoder.decode(data, options: DecodingOptions(keepsMetadata: true))
            #expect(again.metadata.xmp == packet)
            #expect(again.pixels.isIdentical(to: pixels))
        }
    }

    @Test("A colour profile of red, green and blue is kept; others and what is none are left out")
    func profiles() throws {
        let rgb = try #require(TestProfile.make(.rgb))
        let gray = try #require(TestProfile.make(.gray))
        for (content, expected) in [(rgb.data, rgb), (gray.data, nil), (Data("no profile".utf8), nil)] {
            let data =
                GIFBytes.header(1, 1) + GIFBytes.application("ICCRGBG1012", Array(content))
                + GIFBytes.image(0, 0, 1, 1, index: 1) + GIFBytes.trailer
            #expect(try decoder.inspect(data, limits: .standard).iccProfile == expected)
        }
    }

    @Test("Metadata beyond the limit is refused")
    func limit() throws {
        let data = try Fixtures.data("gif/icc.gif")
        var limits = DecodingLimits.standard
        limits.metadataBytes = 100
        for work in [
            { _ = try decoder.inspect(data, limits: limits) },
            { _ = try decoder.decode(data, options: DecodingOptions(limits: limits)) },
        ] {
            let error = #expect(throws: PluginError.self) { try work() }
            #expect(error?.code == .limitExceeded)
        }
    }

    @Test("The plugin registers a decoder and an encoder for GIF")
    func plugin() throws {
        let registry = try PluginRegistry([GIFPlugin()])
        #expect(registry.pluginIDs == ["gif"])
        #expect(registry.codecs.decoders.flatMap(\.formats) == [.gif])
        #expect(registry.codecs.encoder(for: .gif)?.supportsAnimation == true)
    }
}

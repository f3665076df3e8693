import Foundation
import KingfisherCore
import KingfisherTestKit
import KingfisherWebP
import Testing

@Suite("Metadata of WebP", .timeLimit(.minutes(1)))
struct WebPMetadataTests {
    @Test("EXIF and XMP are carried when asked for, with the orientation used up")
    func carried() throws {
        let without = try WebPImage.decode("icc-exif-8-xmp")
        #expect(without.metadata.exif == nil)
        #expect(without.metadata.xmp == nil)
        #expect(without.metadata.iccProfile != nil)
        let image = try WebPImage.decode("icc-exif-8-xmp", DecodingOptions(keepsMetadata: true))
        let exif = try #require(image.metadata.exif)
        #expect(exif.starts(with: Data("II".utf8)))
        #expect(ImageOrientation(exif: exif) == .up)
        #expect(exif.range(of: Data("Abc".utf8)) != nil)
        #expect(image.metadata.xmp?.starts(with: Data("<?xpacket".utf8)) == true)
        let prefixed = try WebPImage.decode("exif-6-prefixed", DecodingOptions(keepsMetadata: true))
        #expect(prefixed.metadata.exif?.starts(with: Data("MM".utf8)) == true)
    }

    @Test(
        "Inspection tells whether they are there, of a file without its end only what it does not announce",
        arguments: [
            ("icc-exif-8-xmp", true, true), ("exif-6", true, false), ("xmp", false, true),
            ("lossy", false, false), ("anim-exif-6", true, false),
        ])
    func inspection(name: String, hasEXIF: Bool, hasXMP: Bool) throws {
        let data = Fixture.webp(name)
        let info = try WebPDecoder().inspect(data, limits: .standard)
        #expect((info.hasEXIF, info.hasXMP) == (hasEXIF, hasXMP))
        guard !hasEXIF else { return }
        let cut = try WebPDecoder().inspect(data.dropLast(8), limits: .standard)
        #expect(cut.hasEXIF == false)
        #expect(cut.hasXMP == (hasXMP ? nil : false))
    }

    @Test("A profile that does not describe RGB is told of, and does not go with the pixels")
    func grayProfile() throws {
        #expect(try WebPImage.decode("icc-gray").metadata.iccProfile == nil)
        let info = try WebPDecoder().inspect(Fixture.webp("icc-gray"), limits: .standard)
        #expect(info.iccProfile?.colorSpace == .gray)
    }

    @Test("A profile at the limit is kept, one byte more is refused")
    func limit() throws {
        let data = Fixture.webp("icc")
        let profile = try #require(try WebPDecoder().inspect(data, limits: .standard).iccProfile)
        var limits = DecodingLimits.standard
        limits.metadataBytes = profile.data.count
        #expect(try WebPDecoder().inspect(data, limits: limits).iccProfile == profile)
        limits.metadataBytes -= 1
        let error = #expect(throws: PluginError.self) { try WebPDecoder().inspect(data, limits: limits) }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.contains("DecodingLimits.metadataBytes") == true)
    }

    @Test("EXIF and XMP beyond the limit are an error only to those who asked for them")
    func limitOfBlocks() throws {
        let data = Fixture.webp("xmp")
        var limits = DecodingLimits.standard
        limits.metadataBytes = 20
        #expect(try WebPImage.decode(data, DecodingOptions(limits: limits)).width == 33)
        let error = #expect(throws: PluginError.self) {
            try WebPImage.decode(data, DecodingOptions(limits: limits, keepsMetadata: true))
        }
        #expect(error?.code == .limitExceeded)
        #expect(try WebPImage.decode(Fixture.webp("exif-6"), DecodingOptions(limits: limits)).width == 21)
    }

    @Test(
        "A program that imports the codec alone links libwebp, its muxer, and none of the others' libraries")
    func links() async throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program = URL(filePath: tests).deletingLastPathComponent().appending(path: "webp-alone")
        let text = String(decoding: try await ChildProgram.run("ldd", [program.path]).output, as: UTF8.self)
        #expect(text.contains("libwebp.so") && text.contains("libwebpmux.so"))
        for library in ["libpng", "libjpeg", "libgif", "libheif", "libcurl", "libFoundationNetworking"] {
            #expect(!text.contains(library), "\(text)")
        }
    }
}

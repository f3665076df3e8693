import Foundation
import KingfisherCore
import KingfisherJPEG
import KingfisherTestKit
import Testing

@Suite("EXIF and XMP of JPEG", .timeLimit(.minutes(1)))
struct JPEGMetadataTests {
    let file = Fixture.read("jpeg/metadata.jpg")
    let exif = Fixture.read("expected/jpeg/metadata.exif")
    let xmp = Fixture.read("expected/jpeg/metadata.xmp")

    func decoded(_ data: Data, keepsMetadata: Bool = true, metadataBytes: Int = 1 << 20) throws -> Image {
        var limits = DecodingLimits.standard
        limits.metadataBytes = metadataBytes
        return try JPEGDecoder().decode(
            data, options: DecodingOptions(limits: limits, keepsMetadata: keepsMetadata))
    }

    @Test("Where they are to be kept, they are what exiftool reads, with an orientation of 1")
    func kept() throws {
        let image = try decoded(file)
        #expect(image.metadata.exif == exif)
        #expect(image.metadata.xmp == xmp)
        #expect(ImageOrientation(exif: try #require(image.metadata.exif)) == .up)
        let without = try decoded(file, keepsMetadata: false)
        #expect(without.metadata.exif == nil)
        #expect(without.metadata.xmp == nil)
    }

    @Test("Inspection tells whether they are there")
    func inspection() throws {
        let info = try JPEGDecoder().inspect(file, limits: .standard)
        #expect((info.hasEXIF, info.hasXMP) == (true, true))
        let turned = try JPEGDecoder().inspect(Fixture.read("jpeg/exif-6.jpg"), limits: .standard)
        #expect((turned.hasEXIF, turned.hasXMP) == (true, false))
        let bare = try JPEGDecoder().inspect(Fixture.read("jpeg/420.jpg"), limits: .standard)
        #expect((bare.hasEXIF, bare.hasXMP) == (false, false))
    }

    @Test("Images without them have none, nor has a block that is damaged")
    func none() throws {
        #expect(try decoded(Fixture.read("jpeg/420.jpg")).metadata.exif == nil)
        #expect(try decoded(Fixture.read("jpeg/420.jpg")).metadata.xmp == nil)
        let odd = segment(0xE1, Array("Exif\0\0nonsense".utf8), in: Fixture.read("jpeg/420.jpg"))
        #expect(try decoded(odd).metadata.exif == nil)
    }

    @Test("Of extended XMP the main packet is kept")
    func extendedXMP() throws {
        let main = Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>".utf8)
        let more =
            Array("http://ns.adobe.com/xmp/extension/\0".utf8) + [UInt8](repeating: 0x41, count: 60_000)
        let data = segment(0xE1, main, in: segment(0xE1, more, in: Fixture.read("jpeg/420.jpg")))
        #expect(try decoded(data).metadata.xmp == Data("<x:xmpmeta/>".utf8))
    }

    @Test("More metadata than the limits allow is refused where it is to be kept")
    func limit() throws {
        let error = #expect(throws: PluginError.self) { try decoded(file, metadataBytes: exif.count) }
        #expect(error?.code == .limitExceeded)
        #expect(try decoded(file, metadataBytes: exif.count + xmp.count).metadata.xmp == xmp)
        #expect(try decoded(file, keepsMetadata: false, metadataBytes: 10).width == 21)
    }

    @Test("They are written where the options say so, and come back the same", arguments: [false, true])
    func embedded(isProgressive: Bool) throws {
        let image = try decoded(file)
        let encoder = JPEGEncoder(progressive: isProgressive)
        let data = try encoder.encode(image, options: EncodingOptions(embedsMetadata: true))
        #expect(try decoded(data).metadata.exif == exif)
        #expect(try decoded(data).metadata.xmp == xmp)
        #expect(try JPEGDecoder().inspect(data, limits: .standard).orientation == .up)
        let bare = try encoder.encode(image, options: EncodingOptions())
        #expect(try decoded(bare).metadata.exif == nil)
        #expect(try decoded(bare).metadata.xmp == nil)
    }

    @Test("An orientation that somebody put back is not written")
    func foreignOrientation() throws {
        var image = try decoded(file)
        let turned = try #require(exif.range(of: Data([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 1]))).upperBound - 1
        image.metadata.exif?[turned] = 8
        let data = try JPEGEncoder().encode(image, options: EncodingOptions(embedsMetadata: true))
        #expect(try JPEGDecoder().inspect(data, limits: .standard).orientation == .up)
    }

    @Test("exiftool reads what was written", .enabled(if: ChildProgram.path(of: "exiftool") != nil))
    func exiftool() async throws {
        let data = try JPEGEncoder().encode(try decoded(file), options: EncodingOptions(embedsMetadata: true))
        let url = FileManager.default.temporaryDirectory.appending(path: "kf-\(UUID().uuidString).jpg")
        try data.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let tags = ["-n", "-s3", "-Make", "-Orientation", "-XMP-dc:Title", "-warning", "-error"]
        let outcome = try await ChildProgram.run("exiftool", tags + [url.path(percentEncoded: false)])
        #expect(String(decoding: outcome.output, as: UTF8.self) == "Test\n1\nA test\n")
    }

    @Test("What fits no segment is an error that says so")
    func tooLong() throws {
        var image = try decoded(file)
        image.metadata.xmp = Data(repeating: 0x20, count: 65_505)
        let error = #expect(throws: PluginError.self) {
            try JPEGEncoder().encode(image, options: EncodingOptions(embedsMetadata: true))
        }
        #expect(error?.code == .encodingFailed)
        #expect(error?.message.contains("65,504") == true)
        image.metadata.xmp = Data(repeating: 0x20, count: 65_504)
        let data = try JPEGEncoder().encode(image, options: EncodingOptions(embedsMetadata: true))
        #expect(try decoded(data).metadata.xmp?.count == 65_504)
    }
}

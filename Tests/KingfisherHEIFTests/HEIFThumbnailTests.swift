import Foundation
import KingfisherCore
import KingfisherHEIF
import KingfisherTestKit
import Testing

@Suite("Embedded thumbnails of HEIF", .timeLimit(.minutes(1)))
struct HEIFThumbnailTests {
    func decoded(_ name: String, _ side: Int) throws -> Image {
        let target = DecodingTarget(width: side, height: side, mode: .fit)
        return try HEIFDecoder().decode(
            try Fixture.data("heif/\(name)"), options: DecodingOptions(target: target))
    }

    @Test("One that is twice as large as the target is decoded instead", arguments: ["heic", "avif"])
    func used(suffix: String) throws {
        let small = try decoded("thumbnail.\(suffix)", 48)
        #expect((small.width, small.height) == (96, 64))
        #expect(try decoded("thumbnail.\(suffix)", 49).width == 192)
    }

    @Test("It looks like the image", arguments: ["heic", "avif"])
    func similar(suffix: String) throws {
        let small = try decoded("thumbnail.\(suffix)", 48).pixels.rgba16()
        let large = try decoded("thumbnail.\(suffix)", 192).pixels.rgba16()
        var sum = 0
        for y in 0..<64 {
            for x in 0..<96 {
                for channel in 0..<3 {
                    sum += abs(
                        Int(small[(y * 96 + x) * 4 + channel])
                            - Int(large[(y * 2 * 192 + x * 2) * 4 + channel]))
                }
            }
        }
        #expect(sum / (96 * 64 * 3) < 6 * 257)
    }

    @Test("The limits count the pixels of the thumbnail, where it is what is decoded")
    func limits() throws {
        var options = DecodingOptions(target: DecodingTarget(width: 40, height: 40, mode: .fit))
        options.limits.pixels = 96 * 64
        let data = try Fixture.data("heif/thumbnail.heic")
        #expect(try HEIFDecoder().decode(data, options: options).width == 96)
        options.target = nil
        #expect(throws: PluginError.self) { try HEIFDecoder().decode(data, options: options) }
    }

    @Test(
        "One that is turned otherwise, of another shape, or without the transparency is not used",
        arguments: ["thumbnail-turned.avif", "thumbnail-shape.avif", "thumbnail-opaque.avif"])
    func unfit(name: String) throws {
        #expect(max(try decoded(name, 10).width, try decoded(name, 10).height) == 96)
    }

    @Test("One that is turned alike is, by whatever steps")
    func turnedAlike() throws {
        let image = try decoded("thumbnail-alike.avif", 10)
        #expect((image.width, image.height) == (32, 48))
    }
}

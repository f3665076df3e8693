import Foundation
import KingfisherCore
import KingfisherWebP
import Testing

@Suite("WebP files that end too early", .timeLimit(.minutes(2)))
struct WebPTruncationTests {
    @Test(
        "A file cut at any byte is refused as cut short",
        arguments: ["lossy", "lossless", "alpha-lossy", "icc-exif-8-xmp", "anim-cleared"])
    func everyByte(name: String) throws {
        let data = Fixture.webp(name)
        for count in 0..<data.count {
            let error = #expect(throws: PluginError.self) { try WebPImage.decode(data.prefix(count)) }
            #expect(error?.code == .truncated, "\(count) bytes of \(data.count)")
        }
    }

    @Test(
        "Where partial images are allowed, a cut file gives the rows so far",
        arguments: ["photo", "photo-alpha", "photo-lossless"])
    func partial(name: String) throws {
        let data = Fixture.webp(name)
        let whole = try WebPImage.decode(data)
        var shown = 0
        for count in stride(from: 0, to: data.count, by: 9) {
            let options = DecodingOptions(allowsPartial: true)
            guard let image = try? WebPImage.decode(data.prefix(count), options) else { continue }
            shown += 1
            #expect(image.isPartial)
            #expect(image.pixels.layout == whole.pixels.layout)
        }
        #expect(shown > data.count / 9 / 3)
        let most = try WebPImage.decode(data.dropLast(20), DecodingOptions(allowsPartial: true))
        let rows = 16 * whole.pixels.layout.bytesPerRow
        let isSame = most.pixels.bytes.prefix(rows) == whole.pixels.bytes.prefix(rows)
        #expect(isSame)
    }

    @Test("A whole file is not partial even where partial images are allowed")
    func whole() throws {
        #expect(try !WebPImage.decode("photo", DecodingOptions(allowsPartial: true)).isPartial)
        #expect(try !WebPImage.decode("anim-blended", DecodingOptions(allowsPartial: true)).isPartial)
    }

    @Test("Of a cut animation the whole frames are shown")
    func animation() throws {
        let data = Fixture.webp("anim-blended")
        let options = DecodingOptions(allowsPartial: true)
        let cut = try WebPImage.decode(data.dropLast(10), options)
        #expect(cut.isPartial)
        #expect(cut.frames?.frameCount == 4)
        let first = try WebPImage.decode(data.prefix(data.count / 3), options)
        #expect(first.isPartial)
        #expect(first.frames == nil)
    }

    @Test("A file that lacks the EXIF block it announces is not shown, for it may lie on its side")
    func missingOrientation() throws {
        let data = Fixture.webp("exif-6")
        let error = #expect(throws: PluginError.self) {
            try WebPImage.decode(data.dropLast(1), DecodingOptions(allowsPartial: true))
        }
        #expect(error?.code == .truncated)
        #expect(error?.message.contains("EXIF") == true)
    }

    @Test("Any single byte turned over in a small file ends in an image or an error, never a trap")
    func changedBytes() {
        var limits = DecodingLimits.standard
        limits.pixels = 1 << 20
        for name in ["lossy-20", "palette-16", "alpha-lossy-30", "icc-exif-8-xmp", "anim-cleared"] {
            let data = Fixture.webp(name)
            for index in data.indices {
                var changed = data
                changed[index] ^= 0xFF
                do {
                    let image = try WebPImage.decode(
                        changed, DecodingOptions(limits: limits, allowsPartial: index % 2 == 0))
                    for frame in 0..<(image.frames?.frameCount ?? 0) {
                        _ = try image.frames?.frame(at: frame)
                    }
                } catch {
                    #expect(error is PluginError)
                }
            }
        }
    }
}

import Foundation
import KingfisherCore
import KingfisherPNG
import KingfisherTestKit
import Testing

@Suite("PNG shows what has arrived", .timeLimit(.minutes(5)))
struct PNGIncrementalTests {
    private let decoder = PNGDecoder()

    @Test("Rows come through from the top, exactly")
    func rows() throws {
        let data = try Fixtures.data("png/rgb-alpha-8.png")
        let whole = try decoder.decode(data, options: DecodingOptions()).pixels.rgba16()
        let incremental = try #require(decoder.incrementalDecoder(options: DecodingOptions()))
        var shown = 0
        for byte in data {
            try incremental.append(Data([byte]))
            guard let image = try incremental.takePartialImage() else { continue }
            #expect(image.isPartial)
            let row = image.width * 4
            let rows = image.pixels.rgba16()
            // The first rows are those of the whole image, the rest is clear.
            let done = (0..<image.height).prefix {
                rows[$0 * row..<($0 + 1) * row] == whole[$0 * row..<($0 + 1) * row]
            }.count
            #expect(done >= shown)
            #expect(rows[(done * row)...].allSatisfy { $0 == 0 })
            shown = done
        }
        #expect(shown > 4)
    }

    @Test("The first pass of an interlaced image fills blocks of eight by eight")
    func blocks() throws {
        let data = try Fixtures.data("png/rgb-8-interlaced.png")
        let whole = try decoder.decode(data, options: DecodingOptions()).pixels
        let incremental = try #require(decoder.incrementalDecoder(options: DecodingOptions()))
        var first: Image?
        for byte in data where first == nil {
            try incremental.append(Data([byte]))
            // All samples of the first pass have arrived when the last block row is not black any more.
            guard let image = try incremental.takePartialImage() else { continue }
            let last = image.pixels.rgba16().suffix(4)
            if last.contains(where: { $0 != 0 && $0 != 65535 }) { first = image }
        }
        let image = try #require(first)
        let (blocks, exact) = (image.pixels.rgba16(), whole.rgba16())
        for y in 0..<image.height {
            for x in 0..<image.width {
                let origin = (y / 8 * 8 * image.width + x / 8 * 8) * 4
                let place = (y * image.width + x) * 4
                #expect(blocks[place..<place + 4].elementsEqual(exact[origin..<origin + 4]), "\(x), \(y)")
            }
        }
    }

    @Test("An animation behind a hidden default image is not shown before its end")
    func hiddenDefaultImage() throws {
        let data = try Fixtures.data("apng/rgb-hidden.png")
        let incremental = try #require(decoder.incrementalDecoder(options: DecodingOptions()))
        for byte in data {
            try incremental.append(Data([byte]))
            #expect(try incremental.takePartialImage() == nil)
        }
        let expected = try decoder.decode(data, options: DecodingOptions())
        let image = try incremental.finish()
        #expect(image.pixels.isIdentical(to: expected.pixels))
        #expect(image.frames?.frameCount == expected.frames?.frameCount)
    }

    @Test("Every broken file is refused, every damaged one ends as a whole decode does")
    func damage() throws {
        for entry in Fixtures.entries("reject") where entry.file != "png/empty.png" {
            let data = try Fixtures.data(entry.file)
            #expect(throws: PluginError.self, "\(entry.file) was accepted") {
                let incremental = try #require(decoder.incrementalDecoder(options: DecodingOptions()))
                try incremental.append(data)
                return try incremental.finish()
            }
        }
        var random = RepeatableRandom(seed: 3)
        for name in ["rgb-8", "palette-4-interlaced", "rgb-alpha-16"] {
            let data = try Fixtures.data("png/\(name).png")
            for _ in 0..<300 {
                var damaged = data
                damaged[Int.random(in: 0..<data.count, using: &random)] ^=
                    1 << UInt8.random(in: 0..<8, using: &random)
                let whole = try? decoder.decode(damaged, options: DecodingOptions(limits: .untrusted))
                let incremental = try #require(
                    decoder.incrementalDecoder(options: DecodingOptions(limits: .untrusted)))
                let parts = try? {
                    try incremental.append(damaged.prefix(90))
                    try incremental.append(damaged.dropFirst(90))
                    _ = try incremental.takePartialImage()
                    return try incremental.finish()
                }()
                #expect((whole == nil) == (parts == nil))
                if let whole, let parts { #expect(parts.pixels.isIdentical(to: whole.pixels)) }
            }
        }
    }
}

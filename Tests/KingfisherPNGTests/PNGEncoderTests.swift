import Foundation
import KingfisherCore
import KingfisherPNG
import KingfisherTestKit
import Testing

@Suite("PNG files are what other programs read", .timeLimit(.minutes(5)))
struct PNGEncoderTests {
    @Test(
        "netpbm reads back every sample", .enabled(if: ChildProgram.path(of: "pngtopam") != nil),
        arguments: [PixelLayout.Channels.gray, .grayAlpha, .rgb, .rgba], [PixelLayout.Depth.eight, .sixteen])
    func netpbmReadsBack(channels: PixelLayout.Channels, depth: PixelLayout.Depth) async throws {
        let layout = try PixelLayout(width: 37, height: 21, channels: channels, depth: depth)
        let pixels = try TestImage.slopes(layout)
        let output = try await Self.pngtopam(
            try PNGEncoder().encode(Image(pixels: pixels), options: EncodingOptions()))
        let header = try #require(output.range(of: Data("ENDHDR\n".utf8)))
        let text = String(decoding: output[..<header.lowerBound], as: UTF8.self)
        // With -alphapam, an image without alpha gets a full one.
        #expect(text.contains("WIDTH 37\nHEIGHT 21\nDEPTH \(channels.hasColor ? 4 : 2)\n"))
        #expect(text.contains("MAXVAL \(depth == .eight ? 255 : 65535)\n"))
        let samples = pixels.rgba16().enumerated()
            .filter { channels.hasColor || $0.offset % 4 == 0 || $0.offset % 4 == 3 }
            .flatMap {
                depth == .eight
                    ? [UInt8($0.element / 257)] : [UInt8($0.element >> 8), UInt8($0.element & 255)]
            }
        #expect(Array(output[header.upperBound...]) == samples)
    }

    @Test("Straight colour under clear alpha is kept, premultiplied is divided out with rounding")
    func alphaModes() throws {
        let colors: [UInt8] = [200, 100, 50, 0, 7, 7, 7, 10, 128, 64, 1, 128, 255, 0, 254, 255]
        let straight = try PixelLayout(width: 4, height: 1, channels: .rgba)
        #expect(try Self.roundTrip(colors, straight) == colors)
        // 7 of 10 is 178.5, 64 of 128 is 127.5, 1 of 128 is 1.99; halves go up.
        #expect(
            try Self.roundTrip(colors, straight.with(premultiplied: true))
                == [0, 0, 0, 0, 179, 179, 179, 10, 255, 128, 2, 128, 255, 0, 254, 255])
    }

    @Test("Few colours become a palette, and what is decoded again has the same layout")
    func palettes() throws {
        for (name, color, bits) in [
            ("palette-1", 3, 1), ("palette-2", 3, 2), ("palette-4-alpha", 3, 4), ("palette-8", 3, 8),
            ("gray-1", 0, 1), ("gray-2", 0, 2), ("gray-4", 0, 4), ("gray-8", 0, 8), ("gray-alpha-8", 4, 8),
        ] {
            let small = try PNGDecoder().decode(
                try Fixtures.data("png/\(name).png"), options: DecodingOptions())
            let image = small.replacingPixels(try Self.repeated(small.pixels, times: 9))
            let data = try PNGEncoder().encode(image, options: EncodingOptions())
            #expect((data[25], data[24]) == (UInt8(color), UInt8(bits)), "\(name)")
            let again = try PNGDecoder().decode(data, options: DecodingOptions())
            #expect(again.pixels.isIdentical(to: image.pixels), "\(name)")
        }
    }

    @Test("Higher levels compress better, and level 0 not at all")
    func compressionLevels() throws {
        let layout = try PixelLayout(width: 200, height: 150, channels: .rgb)
        let image = Image(pixels: try TestImage.slopes(layout))
        let sizes = try [0, 1, 9].map {
            try PNGEncoder(compressionLevel: $0).encode(image, options: EncodingOptions()).count
        }
        #expect(sizes[0] > layout.byteCount)
        #expect(sizes[1] < sizes[0] / 4)
        #expect(sizes[2] < sizes[1])
        #expect(PNGEncoder(compressionLevel: 99).compressionLevel == 9)
        #expect(PNGEncoder(compressionLevel: -1).compressionLevel == 0)
    }

    @Test("With much effort, what no pixel shows is left out, and nothing else")
    func reductions() throws {
        let much = EncodingOptions(effort: 9)
        func written(_ bytes: [UInt8], _ channels: PixelLayout.Channels, _ options: EncodingOptions) throws
            -> PixelBuffer
        {
            let layout = try PixelLayout(width: bytes.count / channels.count, height: 1, channels: channels)
            let image = Image(pixels: try PixelBuffer(layout: layout, copying: Data(bytes)))
            let data = try PNGEncoder().encode(image, options: options)
            return try PNGDecoder().decode(data, options: DecodingOptions()).pixels
        }
        let opaque: [UInt8] = [1, 2, 3, 255, 4, 5, 6, 255]
        #expect(try written(opaque, .rgba, EncodingOptions()).layout.channels == .rgba)
        #expect(try written(opaque, .rgba, much).layout.channels == .rgb)
        let gray: [UInt8] = [7, 7, 7, 255, 9, 9, 9, 255]
        #expect(try written(gray, .rgba, much).layout.channels == .gray)
        #expect(try written(gray, .rgba, much).rgba16() == gray.map { UInt16($0) * 257 })
        #expect(try written([7, 7, 7, 255, 9, 9, 9, 0], .rgba, much).layout.channels == .grayAlpha)
        #expect(try written([7, 7, 7, 9, 9, 8], .rgb, much).layout.channels == .rgb)
        #expect(try written([7, 0, 9, 1], .grayAlpha, much).layout.channels == .grayAlpha)
    }

    @Test("Depth is as asked for; 16 bits that repeat 8 are 8 with much effort")
    func depths() throws {
        let deep = try PixelLayout(width: 20, height: 3, channels: .rgb, depth: .sixteen)
        let slopes = Image(pixels: try TestImage.slopes(deep))
        func depth(_ image: Image, _ options: EncodingOptions) throws -> PixelBuffer {
            let data = try PNGEncoder().encode(image, options: options)
            return try PNGDecoder().decode(data, options: DecodingOptions(keepsHighDepth: true)).pixels
        }
        #expect(try depth(slopes, EncodingOptions()).isIdentical(to: slopes.pixels))
        #expect(try depth(slopes, EncodingOptions(effort: 9)).isIdentical(to: slopes.pixels))
        let shallow = try slopes.pixels.converted(to: PixelKind(.rgb))
        #expect(try depth(slopes, EncodingOptions(depth: .eight)).isIdentical(to: shallow))
        let widened = Image(pixels: try shallow.converted(to: PixelKind(.rgb, .sixteen)))
        #expect(
            try depth(Image(pixels: shallow), EncodingOptions(depth: .sixteen)).isIdentical(
                to: widened.pixels))
        #expect(try depth(widened, EncodingOptions(effort: 9)).isIdentical(to: shallow))
    }

    /// The picture over and over, one below the other.
    private static func repeated(_ pixels: PixelBuffer, times: Int) throws -> PixelBuffer {
        let layout = try pixels.layout.resized(width: pixels.width, height: pixels.height * times)
        let bytes = pixels.withBytes { $0.withUnsafeBytes { Data($0) } }
        return try PixelBuffer(
            layout: layout, copying: (0..<times).reduce(into: Data()) { all, _ in all += bytes })
    }

    private static func roundTrip(_ bytes: [UInt8], _ layout: PixelLayout) throws -> [UInt8] {
        let image = Image(pixels: try PixelBuffer(layout: layout, copying: Data(bytes)))
        let data = try PNGEncoder().encode(image, options: EncodingOptions())
        let pixels = try PNGDecoder().decode(data, options: DecodingOptions()).pixels
        return pixels.withSamples8 { samples in samples.indices.map { samples[$0] } }
    }

    private static func pngtopam(_ data: Data) async throws -> Data {
        let file = FileManager.default.temporaryDirectory.appending(path: "kf-\(UUID().uuidString).png")
        try data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let outcome = try await ChildProgram.run("pngtopam", ["-alphapam", file.path])
        guard outcome.exitCode == 0 else { throw TestKitFailure("pngtopam: \(outcome.errorText)") }
        return outcome.output
    }
}

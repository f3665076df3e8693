import Foundation
import KingfisherCore
import KingfisherJPEG
import Testing

@Suite("Encoding JPEG", .timeLimit(.minutes(1)))
struct JPEGEncoderTests {
    func image(
        _ channels: PixelLayout.Channels, depth: PixelLayout.Depth = .eight, premultiplied: Bool = false,
        width: Int = 24, height: Int = 16, metadata: ImageMetadata = ImageMetadata(),
        sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int
    ) throws -> Image {
        let layout = try PixelLayout(
            width: width, height: height, channels: channels, depth: depth, premultiplied: premultiplied)
        var canvas = try PixelCanvas(layout)
        func fill<Sample: FixedWidthInteger>(_ samples: inout MutableSpan<Sample>) {
            for index in 0..<samples.count {
                let pixel = index / channels.count
                samples[index] = Sample(
                    truncatingIfNeeded: sample(pixel % width, pixel / width, index % channels.count))
            }
        }
        switch depth {
        case .eight: canvas.withMutableSamples8 { fill(&$0) }
        case .sixteen: canvas.withMutableSamples16 { fill(&$0) }
        }
        return Image(pixels: canvas.freeze(), metadata: metadata)
    }

    /// The picture that the expectations from cjpeg are made of.
    func gradient(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        [x * 10, y * 15, x * y][channel] & 0xFF
    }

    func decoded(_ data: Data) throws -> Image {
        try JPEGDecoder().decode(data, options: DecodingOptions())
    }

    func fnv1a(_ image: Image) -> UInt64 {
        image.pixels.withSamples8 { samples in
            samples.indices.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64(samples[$1])) &* 0x100_0000_01b3 }
        }
    }

    @Test(
        "Pixels come back as from cjpeg 2.1.5 at the same quality and sampling",
        arguments: [
            // cjpeg -quality 85 -sample 2x2 -dct int in.ppm | djpeg -dct int, and with 95 and 1x1; FNV-1a of the pixels.
            (nil, 0x434b_0131_bed3_d2ad), (85, 0x434b_0131_bed3_d2ad), (95, 0x5476_7858_8785_63b1),
        ] as [(Int?, UInt64)])
    func cjpeg(quality: Int?, hash: UInt64) throws {
        let image = try image(.rgb, sample: gradient)
        for isProgressive in [false, true] {
            let data = try JPEGEncoder(progressive: isProgressive)
                .encode(image, options: EncodingOptions(quality: quality))
            #expect(fnv1a(try decoded(data)) == hash)
        }
    }

    @Test("Quality, sampling and progression are written as asked")
    func options() throws {
        let image = try image(.rgb, sample: gradient)
        func frame(_ encoder: JPEGEncoder) throws -> [UInt8] {
            let data = [UInt8](try encoder.encode(image, options: EncodingOptions(quality: 50)))
            let start = try #require(
                data.indices.first { data[$0] == 0xFF && [0xC0, 0xC2].contains(data[$0 + 1]) })
            // The marker, and the sampling factors of the first component.
            return [data[start + 1], data[start + 11]]
        }
        #expect(try frame(JPEGEncoder()) == [0xC0, 0x22])
        #expect(try frame(JPEGEncoder(progressive: true)) == [0xC2, 0x22])
        #expect(try frame(JPEGEncoder(subsampling: .s422)) == [0xC0, 0x21])
        #expect(try frame(JPEGEncoder(subsampling: .s444)) == [0xC0, 0x11])
        let sizes = try [10, 50, 90, 100].map {
            try JPEGEncoder().encode(image, options: EncodingOptions(quality: $0)).count
        }
        #expect(sizes == sizes.sorted())
        #expect(Set(sizes).count == 4)
    }

    /// What ImageMagick 6.9 gives for `convert -size 1x1 xc:'rgba(200,100,50,0.502)' -background white -flatten`.
    static let flattened = [227, 177, 152]

    @Test(
        "Alpha is flattened onto white, straight and premultiplied, 8 and 16 bits",
        arguments: [
            (false, PixelLayout.Depth.eight, [200, 100, 50, 128]),
            (true, .eight, [100, 50, 25, 128]),
            (false, .sixteen, [200 * 257, 100 * 257, 50 * 257, 128 * 257]),
            (true, .sixteen, [25800, 12900, 6450, 128 * 257]),
        ])
    func alpha(premultiplied: Bool, depth: PixelLayout.Depth, pixel: [Int]) throws {
        let image = try image(.rgba, depth: depth, premultiplied: premultiplied) { pixel[$2] }
        let result = try decoded(JPEGEncoder().encode(image, options: EncodingOptions(quality: 100)))
        #expect(result.pixels.layout.channels == .rgb)
        for (sample, expected) in zip(result.rgba, Self.flattened) {
            #expect(abs(Int(sample) - expected) <= 1)
        }
    }

    @Test("Full transparency is white, whatever colour lies beneath")
    func transparent() throws {
        for channels in [PixelLayout.Channels.grayAlpha, .rgba] {
            let image = try image(channels) { [7, 7, 7, 0][$2 + 4 - channels.count] }
            let result = try decoded(JPEGEncoder().encode(image, options: EncodingOptions()))
            #expect(result.rgba.allSatisfy { $0 == 255 })
        }
    }

    @Test("Gray stays gray, and 16 bits are rounded to 8")
    func gray() throws {
        for (depth, value) in [
            (PixelLayout.Depth.eight, 77), (.sixteen, 77 * 257 + 100), (.sixteen, 77 * 257 - 100),
        ] {
            let image = try image(.gray, depth: depth) { _, _, _ in value }
            let result = try decoded(JPEGEncoder().encode(image, options: EncodingOptions(quality: 100)))
            #expect(result.pixels.layout.channels == .gray)
            #expect(result.rgba.prefix(3) == [77, 77, 77])
        }
    }

    @Test("A profile longer than one segment comes back byte for byte, unless it is to be left out")
    func profile() throws {
        let small = try #require(decoded(Fixture.read("jpeg/icc.jpg")).metadata.iccProfile)
        let padded = small.data + Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 251) })
        for profile in [small, try #require(ICCProfile(padded))] {
            let image = try image(.rgb, metadata: ImageMetadata(iccProfile: profile), sample: gradient)
            let data = try JPEGEncoder().encode(image, options: EncodingOptions())
            #expect(try decoded(data).metadata.iccProfile == profile)
            let stripped = try JPEGEncoder().encode(image, options: EncodingOptions(embedsProfile: false))
            #expect(try decoded(stripped).metadata.iccProfile == nil)
        }
    }

    @Test("A profile of another number of channels is left out")
    func foreignProfile() throws {
        let profile = try #require(decoded(Fixture.read("jpeg/icc-gray.jpg")).metadata.iccProfile)
        let image = try image(.rgb, metadata: ImageMetadata(iccProfile: profile), sample: gradient)
        let data = try JPEGEncoder().encode(image, options: EncodingOptions())
        #expect(try decoded(data).metadata.iccProfile == nil)
    }

    static let densities: [(horizontal: Double, vertical: Double)] = [
        (300 / 0.0254, 300 / 0.0254), (72 / 0.0254, 144 / 0.0254), (11_800, 11_800), (11_811, 11_811),
    ]

    @Test("The printing density comes back in whole dots per inch or per centimetre", arguments: densities)
    func density(horizontal: Double, vertical: Double) throws {
        let density = PixelDensity(horizontal: horizontal, vertical: vertical)
        let image = try image(.rgb, metadata: ImageMetadata(density: density), sample: gradient)
        let data = try JPEGEncoder().encode(image, options: EncodingOptions())
        let result = try #require(decoded(data).metadata.density)
        #expect(abs(result.horizontal - horizontal) < 0.1)
        #expect(abs(result.vertical - vertical) < 0.1)
    }

    @Test("Without a density none is written")
    func noDensity() throws {
        let data = try JPEGEncoder().encode(image(.rgb, sample: gradient), options: EncodingOptions())
        #expect(try decoded(data).metadata.density == nil)
    }

    @Test("An image wider than JPEG can hold is refused with the way out")
    func tooWide() throws {
        let image = try image(.gray, width: 65_501, height: 1) { _, _, _ in 0 }
        let error = #expect(throws: PluginError.self) {
            try JPEGEncoder().encode(image, options: EncodingOptions())
        }
        #expect(error?.code == .encodingFailed)
        #expect(error?.message.contains("65500") == true)
        let widest = try self.image(.gray, width: 65_500, height: 1) { _, _, _ in 0 }
        #expect(try decoded(JPEGEncoder().encode(widest, options: EncodingOptions())).width == 65_500)
    }

    /// What ImageMagick 6.9 gives for `convert -size 1x1 xc:'rgba(200,100,50,0.502)' -background '#204060' -flatten`.
    @Test("Another background shines through, and gray stays gray over a gray one")
    func background() throws {
        var options = EncodingOptions(quality: 100, background: RGBColor(red: 0x20, green: 0x40, blue: 0x60))
        let colored = try image(.rgba) { [200, 100, 50, 128][$2] }
        let result = try decoded(JPEGEncoder(subsampling: .s444).encode(colored, options: options))
        for (sample, expected) in zip(result.rgba, [116, 82, 73]) {
            #expect(abs(Int(sample) - expected) <= 1)
        }

        let gray = try image(.grayAlpha) { [200, 0][$2] }
        let tinted = try decoded(JPEGEncoder(subsampling: .s444).encode(gray, options: options))
        #expect(tinted.pixels.layout.channels == .rgb)
        for (sample, expected) in zip(tinted.rgba, [0x20, 0x40, 0x60]) {
            #expect(abs(Int(sample) - expected) <= 1)
        }
        options.background = .black
        let black = try decoded(JPEGEncoder().encode(gray, options: options))
        #expect(black.pixels.layout.channels == .gray)
        #expect(black.rgba.prefix(3) == [0, 0, 0])
    }

    /// The marker of the frame header, and the sampling factors of its first component.
    func frame(_ data: Data) throws -> [UInt8] {
        let start = try #require(
            data.indices.first { data[$0] == 0xFF && [0xC0, 0xC2].contains(data[$0 + 1]) })
        return [data[start + 1], data[start + 11]]
    }

    @Test("Effort goes from the usual code tables over fitting ones to progressive; pixels stay the same")
    func effort() throws {
        let photo = try decoded(Fixture.read("jpeg/photo.jpg"))
        func encoded(_ effort: Int?, _ encoder: JPEGEncoder = JPEGEncoder()) throws -> Data {
            try encoder.encode(photo, options: EncodingOptions(effort: effort))
        }
        let sizes = try [0, 2, 3, 6].map { try encoded($0).count }
        #expect(sizes[0] == sizes[1])
        #expect(sizes[1] > sizes[2])
        #expect(sizes[2] == sizes[3])
        #expect(try encoded(nil).count == sizes[2])
        #expect(try frame(encoded(6))[0] == 0xC0)
        #expect(try frame(encoded(7))[0] == 0xC2)
        #expect(try encoded(nil, JPEGEncoder(optimizesHuffman: false)).count == sizes[0])
        #expect(try encoded(0, JPEGEncoder(progressive: true)) == encoded(9))
        #expect(Set(try [0, 5, 9].map { fnv1a(try decoded(encoded($0))) }).count == 1)
    }

    @Test("Without loss means the best there is: quality 100 and full colour")
    func lossless() throws {
        let image = try image(.rgb, sample: gradient)
        let data = try JPEGEncoder().encode(image, options: EncodingOptions(quality: 10, isLossless: true))
        #expect(try data == JPEGEncoder().encode(image, options: EncodingOptions(quality: 100)))
        #expect(try frame(data) == [0xC0, 0x11])
    }
}

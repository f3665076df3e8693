import Foundation
import KingfisherCore
import KingfisherHEIF
import KingfisherTestKit
import Testing

@Suite("Encoding HEIF", .timeLimit(.minutes(2)))
struct HEIFEncoderTests {
    static let formats = [ImageFormat.heic, .avif]

    /// Noise, which no lossy encoder keeps.
    func noise(
        _ channels: PixelLayout.Channels, depth: PixelLayout.Depth = .eight, width: Int = 64,
        height: Int = 48,
        metadata: ImageMetadata = ImageMetadata()
    ) throws -> Image {
        var random = RepeatableRandom(seed: 7)
        let layout = try PixelLayout(width: width, height: height, channels: channels, depth: depth)
        let bytes = Data((0..<layout.byteCount).map { _ in UInt8.random(in: 0...255, using: &random) })
        return Image(pixels: try PixelBuffer(layout: layout, copying: bytes), metadata: metadata)
    }

    func roundTrip(
        _ image: Image, _ format: ImageFormat, _ options: EncodingOptions
    ) throws -> Image {
        let data = try HEIFEncoder(format: format).encode(image, options: options)
        return try HEIFDecoder().decode(
            data, options: DecodingOptions(keepsHighDepth: true, keepsMetadata: true))
    }

    @Test("Without loss noise comes back exactly, odd sizes and alpha included", arguments: formats)
    func lossless(format: ImageFormat) throws {
        for channels in [PixelLayout.Channels.gray, .grayAlpha, .rgb, .rgba] {
            for (width, height) in [(64, 48), (33, 21), (65, 1)] {
                let image = try noise(channels, width: width, height: height)
                let result = try roundTrip(image, format, EncodingOptions(isLossless: true))
                #expect(result.pixels.isIdentical(to: image.pixels), "\(channels) \(width)x\(height)")
            }
        }
    }

    @Test(
        "Another program reads what was encoded without loss",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "skipped: no ffmpeg"))
    func otherProgram() async throws {
        // ffmpeg 5.1 reads single AVIF images alone, and only those of sizes that its filters take.
        let image = try noise(.rgb)
        let data = try HEIFEncoder(format: .avif).encode(image, options: EncodingOptions(isLossless: true))
        let folder = FileManager.default.temporaryDirectory.appending(path: "heif-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (source, target) = (folder.appending(path: "in.avif"), folder.appending(path: "out.rgb"))
        try data.write(to: source)
        let outcome = try await ChildProgram.run(
            "ffmpeg",
            ["-v", "error", "-i", source.path, "-f", "rawvideo", "-pix_fmt", "rgb24", target.path])
        try #require(outcome.exitCode == 0, "\(outcome.errorText)")
        let pixels = try Data(contentsOf: target)
        #expect(image.pixels.withBytes { $0.withUnsafeBytes { Data($0) } } == pixels)
    }

    @Test("Quality, effort and sampling are heeded", arguments: formats)
    func settings(format: ImageFormat) throws {
        let image = try HEIFDecoder().decode(
            try Fixture.data("heif/thumbnail.\(format.identifier)"), options: DecodingOptions())
        func size(_ options: EncodingOptions) throws -> Int {
            try HEIFEncoder(format: format).encode(image, options: options).count
        }
        let sizes = try [10, 50, 80, 95].map { try size(EncodingOptions(quality: $0)) }
        #expect(sizes == sizes.sorted())
        #expect(Set(sizes).count == 4)
        let efforts = try [0, 9].map { try size(EncodingOptions(effort: $0)) }
        #expect(efforts[0] != efforts[1])
        #expect(try size(EncodingOptions()) == size(EncodingOptions(quality: HEIFEncoder.usualQuality)))
    }

    @Test("16-bit samples keep 10 bits in HEIC and 12 in AVIF, unless 8 are asked for")
    func depth() throws {
        let image = try noise(.rgba, depth: .sixteen)
        for (format, bits) in [(ImageFormat.heic, 10), (.avif, 12)] {
            let data = try HEIFEncoder(format: format).encode(
                image, options: EncodingOptions(isLossless: true))
            #expect(try HEIFDecoder().inspect(data, limits: .standard).bitDepth == bits)
            let result = try HEIFDecoder().decode(data, options: DecodingOptions(keepsHighDepth: true))
            let difference = try #require(result.pixels.largestDifference(from: image.pixels))
            // Half a step of what is kept, and what is lost in rounding to 16 bits.
            let step: Double = 255 / Double((1 << bits) - 1)
            #expect(difference <= step / 2 + 0.004)
            let plain = try HEIFEncoder(format: format).encode(
                image, options: EncodingOptions(isLossless: true, depth: .eight))
            #expect(try HEIFDecoder().inspect(plain, limits: .standard).bitDepth == 8)
        }
    }

    @Test("EXIF, XMP and code points come back; metadata only when asked for", arguments: formats)
    func metadata(format: ImageFormat) throws {
        let exif = Data(
            Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
        let xmp = Data(#"<x:xmpmeta xmlns:x="adobe:ns:meta/"/>"#.utf8)
        let colors = ColorCodePoints(primaries: 12, transfer: 16, matrix: 0, isFullRange: true)
        let image = try noise(.rgb, metadata: ImageMetadata(colorCodePoints: colors, exif: exif, xmp: xmp))
        let kept = try roundTrip(image, format, EncodingOptions(isLossless: true, embedsMetadata: true))
        #expect(kept.metadata.exif == exif)
        #expect(kept.metadata.xmp == xmp)
        #expect(kept.metadata.colorCodePoints == colors)
        let dropped = try roundTrip(image, format, EncodingOptions())
        #expect(dropped.metadata.exif == nil)
        #expect(dropped.metadata.xmp == nil)
        #expect(dropped.metadata.colorCodePoints?.primaries == 12)
    }

    @Test("An image larger than the encoders take is refused with the way out", arguments: formats)
    func tooLarge(format: ImageFormat) throws {
        let layout = try PixelLayout(width: 16_385, height: 1, channels: .gray)
        let image = Image(pixels: try PixelCanvas(layout).freeze())
        let error = #expect(throws: PluginError.self) {
            try HEIFEncoder(format: format).encode(image, options: EncodingOptions())
        }
        #expect(error?.code == .encodingFailed)
        #expect(error?.message.contains("16384") == true)
    }
}

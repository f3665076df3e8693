import Foundation
import KingfisherCore
import KingfisherTestKit
import KingfisherWebP
import Testing

@Suite("Encoding WebP", .timeLimit(.minutes(2)))
struct WebPEncoderTests {
    /// What to encode how, and the file that `cwebp` of the same library made of the same pixels.
    struct Recipe: Sendable, CustomTestStringConvertible {
        let file: String
        let source: String
        let options: EncodingOptions
        var encoder = WebPEncoder()

        var testDescription: String { file }
    }

    static let recipes = [
        Recipe(file: "lossy", source: "lossless", options: EncodingOptions()),
        Recipe(file: "lossy-20", source: "lossless", options: EncodingOptions(quality: 20)),
        Recipe(file: "lossy-95", source: "lossless", options: EncodingOptions(quality: 95)),
        Recipe(file: "lossy-fast", source: "lossless", options: EncodingOptions(effort: 0)),
        Recipe(file: "lossy-small", source: "lossless", options: EncodingOptions(effort: 9)),
        Recipe(file: "lossless", source: "lossless", options: EncodingOptions(isLossless: true)),
        Recipe(
            file: "lossless-fast", source: "lossless", options: EncodingOptions(isLossless: true, effort: 0)),
        Recipe(
            file: "lossless-small", source: "lossless", options: EncodingOptions(isLossless: true, effort: 9)),
        Recipe(
            file: "near-lossless-40", source: "lossless", options: EncodingOptions(),
            encoder: WebPEncoder(nearLossless: 40)),
        Recipe(file: "alpha-lossy", source: "alpha-lossless", options: EncodingOptions()),
        Recipe(
            file: "alpha-lossy-30", source: "alpha-lossless", options: EncodingOptions(),
            encoder: WebPEncoder(alphaQuality: 30)),
        Recipe(
            file: "alpha-lossless", source: "alpha-lossless", options: EncodingOptions(isLossless: true)),
        Recipe(
            file: "lossless", source: "lossless", options: EncodingOptions(isLossless: true),
            encoder: WebPEncoder(nearLossless: 0)),
    ]

    @Test("Files are byte for byte those of cwebp with the same settings", arguments: recipes)
    func cwebp(recipe: Recipe) throws {
        let image = try WebPImage.decode(recipe.source)
        let isSame =
            try WebPImage.encode(image, recipe.options, with: recipe.encoder) == Fixture.webp(recipe.file)
        #expect(isSame)
    }

    @Test("Effort trades time for size, and never quality for size")
    func effort() throws {
        let image = try WebPImage.decode("lossless")
        let sizes = try [0, 4, 9].map {
            try WebPImage.encode(image, EncodingOptions(isLossless: true, effort: $0)).count
        }
        #expect(sizes == sizes.sorted(by: >))
    }

    @Test("Premultiplied, gray and 16-bit pixels come back as straight RGB of 8 bits")
    func layouts() throws {
        for channels in [PixelLayout.Channels.gray, .grayAlpha, .rgb, .rgba] {
            let layout = try PixelLayout(
                width: 20, height: 10, channels: channels, depth: .sixteen, premultiplied: true)
            let image = Image(pixels: try TestImage.slopes(layout))
            let back = try WebPImage.decode(WebPImage.encode(image, EncodingOptions(isLossless: true)))
            #expect(back.pixels.layout.channels == (channels.hasAlpha ? .rgba : .rgb))
            let kind = PixelKind(channels.hasAlpha ? .rgba : .rgb)
            #expect(try back.pixels.isIdentical(to: image.pixels.converted(to: kind)))
        }
    }

    @Test("An image larger than WebP can hold is refused with the way out")
    func tooWide() throws {
        let wide = Image(
            pixels: try PixelCanvas(PixelLayout(width: 16_384, height: 1, channels: .rgb)).freeze())
        let error = #expect(throws: PluginError.self) { try WebPImage.encode(wide) }
        #expect(error?.code == .encodingFailed)
        #expect(error?.message.contains("16383") == true)
        let tall = Image(
            pixels: try PixelCanvas(PixelLayout(width: 1, height: 16_383, channels: .rgb)).freeze())
        #expect(try WebPImage.decode(WebPImage.encode(tall)).height == 16_383)
    }

    @Test("Profile, EXIF and XMP are written when asked, for others to read")
    func metadata() async throws {
        let image = try WebPImage.decode("icc-exif-8-xmp", DecodingOptions(keepsMetadata: true))
        let plain = try WebPDecoder().decode(
            WebPImage.encode(image, EncodingOptions(embedsProfile: false)),
            options: DecodingOptions(keepsMetadata: true))
        #expect(plain.metadata.iccProfile == nil)
        #expect(plain.metadata.exif == nil)
        #expect(plain.metadata.xmp == nil)
        for isLossless in [false, true] {
            let data = try WebPImage.encode(
                image, EncodingOptions(isLossless: isLossless, embedsMetadata: true))
            let back = try WebPImage.decode(data, DecodingOptions(keepsMetadata: true))
            #expect(back.metadata.iccProfile == image.metadata.iccProfile)
            #expect(back.metadata.exif == image.metadata.exif)
            #expect(back.metadata.xmp == image.metadata.xmp)
            #expect((back.width, back.height) == (image.width, image.height))
            guard ChildProgram.path(of: "webpinfo") != nil else { continue }
            let report = try await WebPReport(of: data)
            #expect(report.holds("ICCP") && report.holds("EXIF") && report.holds("XMP"))
            #expect(report.text.contains("No error detected."))
        }
    }

    @Test("An encode whose task is cancelled ends with a CancellationError, an animation too")
    func cancellation() async throws {
        let layout = try PixelLayout(width: 64, height: 64, channels: .rgba)
        for image in [
            Image(pixels: try TestImage.slopes(layout)), try TestAnimation.wanderingSquare(layout),
        ] {
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try WebPImage.encode(image)
            }
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }
}

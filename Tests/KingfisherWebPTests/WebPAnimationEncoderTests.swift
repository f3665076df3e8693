import Foundation
import KingfisherCore
import KingfisherTestKit
import KingfisherWebP
import Testing

@Suite("Encoding animated WebP", .timeLimit(.minutes(2)))
struct WebPAnimationEncoderTests {
    private static let hasWebpinfo = ChildProgram.path(of: "webpinfo") != nil

    private func layout(_ channels: PixelLayout.Channels = .rgba) throws -> PixelLayout {
        try PixelLayout(width: 64, height: 48, channels: channels)
    }

    @Test(
        "webpinfo finds the frames, durations and loops", .enabled(if: hasWebpinfo, "skipped: no webpinfo"),
        arguments: [0, 1, 7, 65_535, 100_000])
    func report(loopCount: Int) async throws {
        let image = try TestAnimation.wanderingSquare(layout(), loopCount: loopCount)
        for options in [EncodingOptions(), EncodingOptions(isLossless: true, effort: 9)] {
            let report = try await WebPReport(of: try WebPImage.encode(image, options))
            #expect(report.values(of: "Duration") == [100, 50, 250, 1000])
            #expect(report.values(of: "Loop count") == [min(loopCount, 65_535)])
            #expect(report.text.contains("No error detected."))
        }
    }

    @Test(
        "Frames are stored as the rectangles that change",
        .enabled(if: hasWebpinfo, "skipped: no webpinfo"))
    func rectangles() async throws {
        let image = try TestAnimation.wanderingSquare(layout(.rgb))
        let report = try await WebPReport(of: try WebPImage.encode(image, EncodingOptions(isLossless: true)))
        let widths = report.values(of: "Width")
        // Canvas, then each frame twice: as placed, and as coded.
        #expect(widths.first == 64)
        #expect(widths.dropFirst(3).allSatisfy { $0 < 64 })
    }

    @Test("Durations that are no whole milliseconds add up to the same time")
    func fractions() throws {
        let pixels = try (0..<9).map { step in
            var canvas = try PixelCanvas(layout(.rgb))
            canvas.withMutableSamples8 { $0[step * 30] = 255 }
            return canvas.freeze()
        }
        let third = Duration.seconds(1) / 30
        let animation = TestAnimation(
            frames: pixels, durations: pixels.map { _ in third }, loopCount: 0)
        let back = try WebPImage.decode(
            WebPImage.encode(Image(pixels: pixels[0], frames: animation), EncodingOptions(isLossless: true)))
        let frames = try #require(back.frames)
        let total = (0..<frames.frameCount).reduce(Duration.zero) { $0 + frames.duration(at: $1) }
        #expect(total == .milliseconds(300))
        #expect(frames.frameCount == 9)
    }

    @Test("A frame like the one before it lengthens that one")
    func repetition() throws {
        let pixels = try TestImage.slopes(layout(.rgb))
        let other = try PixelCanvas(layout(.rgb)).freeze()
        let animation = TestAnimation(
            frames: [pixels, pixels, other],
            durations: [.milliseconds(10), .milliseconds(20), .milliseconds(30)],
            loopCount: 2)
        let data = try WebPImage.encode(
            Image(pixels: pixels, frames: animation), EncodingOptions(isLossless: true))
        let frames = try #require(try WebPImage.decode(data).frames)
        #expect(frames.frameCount == 2)
        #expect(frames.duration(at: 0) == .milliseconds(30))
        #expect(frames.duration(at: 1) == .milliseconds(30))
    }

    @Test("Durations beyond what the format counts are cut, and a total beyond it is refused")
    func longDurations() throws {
        let pixels = try TestImage.slopes(layout(.rgb))
        let other = try PixelCanvas(layout(.rgb)).freeze()
        func encoded(_ duration: Duration, count: Int) throws -> Data {
            let animation = TestAnimation(
                frames: (0..<count).map { $0 % 2 == 0 ? pixels : other },
                durations: (0..<count).map { _ in duration }, loopCount: 0)
            return try WebPImage.encode(Image(pixels: pixels, frames: animation))
        }
        let frames = try #require(try WebPImage.decode(encoded(.seconds(100_000_000), count: 2)).frames)
        #expect(frames.duration(at: 0) > .seconds(16_000))
        let error = #expect(throws: PluginError.self) { try encoded(.seconds(100_000_000), count: 200) }
        #expect(error?.code == .encodingFailed)
    }

    @Test("An animation keeps profile, EXIF and XMP")
    func metadata() throws {
        var image = try TestAnimation.wanderingSquare(layout())
        let source = try WebPImage.decode("icc-exif-8-xmp", DecodingOptions(keepsMetadata: true))
        image.metadata = source.metadata
        let back = try WebPImage.decode(
            WebPImage.encode(image, EncodingOptions(embedsMetadata: true)),
            DecodingOptions(keepsMetadata: true))
        #expect(back.frames?.frameCount == 4)
        #expect(back.metadata.iccProfile == source.metadata.iccProfile)
        #expect(back.metadata.exif == source.metadata.exif)
        #expect(back.metadata.xmp == source.metadata.xmp)
    }
}

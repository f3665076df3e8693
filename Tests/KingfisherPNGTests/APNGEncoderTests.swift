import Foundation
import KingfisherCore
import KingfisherPNG
import KingfisherTestKit
import Testing

@Suite("Animations are written as other programs read them", .timeLimit(.minutes(5)))
struct APNGEncoderTests {
    private let decoder = PNGDecoder()

    @Test("Every frame comes back exactly, whatever it came from", arguments: Fixtures.animations)
    func roundTrip(entry: Fixtures.Animation) throws {
        let image = try decoder.decode(
            try Fixtures.data(entry.file), options: DecodingOptions(keepsHighDepth: true))
        let frames = try #require(image.frames)
        for effort in [nil, 1, 9] {
            let data = try APNGEncoder().encode(image, options: EncodingOptions(effort: effort))
            let again = try decoder.decode(data, options: DecodingOptions(keepsHighDepth: true))
            let copies = try #require(again.frames)
            #expect(copies.frameCount == frames.frameCount)
            #expect(copies.loopCount == frames.loopCount)
            for index in 0..<frames.frameCount {
                #expect(copies.duration(at: index) == frames.duration(at: index))
                #expect(
                    try copies.frame(at: index).rgba16() == frames.frame(at: index).rgba16(), "frame \(index)"
                )
            }
        }
    }

    @Test(
        "FFmpeg sees the frames that were written", .enabled(if: ChildProgram.path(of: "ffmpeg") != nil),
        arguments: [PixelLayout.Channels.rgb, .rgba, .grayAlpha], [nil, 9])
    func ffmpegReadsBack(channels: PixelLayout.Channels, effort: Int?) async throws {
        let layout = try PixelLayout(width: 40, height: 24, channels: channels)
        let image = try TestAnimation.wanderingSquare(layout)
        let frames = try #require(image.frames)
        let file = FileManager.default.temporaryDirectory.appending(path: "kf-\(UUID().uuidString).png")
        try APNGEncoder().encode(image, options: EncodingOptions(effort: effort)).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let outcome = try await ChildProgram.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-i", file.path, "-frames:v", "\(frames.frameCount)", "-vsync",
                "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba", "-",
            ])
        let size = layout.width * layout.height * 4
        try #require(outcome.output.count == size * frames.frameCount)
        for index in 0..<frames.frameCount {
            let expected = try frames.frame(at: index).rgba16()
            #expect(outcome.output[index * size..<(index + 1) * size].map { UInt16($0) * 257 } == expected)
        }
    }

    @Test("Delays are exact fractions, or the nearest that fit")
    func delays() throws {
        let cases: [(Duration, [Int])] = [
            (.zero, [0, 1]), (.seconds(1) / 30, [1, 30]), (.seconds(1001) / 30000, [1001, 30000]),
            (.milliseconds(40), [1, 25]), (.microseconds(1), [0, 1]), (.seconds(70_000), [65535, 1]),
            (.seconds(-1), [0, 1]), (.seconds(3) / 7 + .seconds(2), [17, 7]), (.milliseconds(1), [1, 1000]),
            (.seconds(65534) + .milliseconds(400), [65534, 1]), (.microseconds(20), [1, 50000]),
        ]
        let layout = try PixelLayout(width: 2, height: 2, channels: .rgb)
        let frame = try TestImage.slopes(layout)
        let animation = TestAnimation(
            frames: cases.map { _ in frame }, durations: cases.map(\.0), loopCount: 0)
        let data = try APNGEncoder().encode(
            Image(pixels: frame, frames: animation), options: EncodingOptions())
        let delays = PNGBytes.contents(of: data).filter { $0.type == "fcTL" }.map {
            [Int($0.content[20]) << 8 | Int($0.content[21]), Int($0.content[22]) << 8 | Int($0.content[23])]
        }
        #expect(delays == cases.map(\.1))
    }

    @Test("Only what changes is written, and few colours become a palette")
    func minimalRectangles() throws {
        let layout = try PixelLayout(width: 64, height: 48, channels: .rgb)
        let image = try TestAnimation.wanderingSquare(layout)
        let data = try APNGEncoder().encode(image, options: EncodingOptions())
        let chunks = PNGBytes.contents(of: data)
        #expect(chunks.map(\.type).prefix(2) == ["IHDR", "acTL"])
        #expect(chunks.contains { $0.type == "PLTE" })
        // Two squares of 16 by 16, corner to corner: what was there, and where it is now.
        for control in chunks.filter({ $0.type == "fcTL" }).dropFirst() {
            #expect(Int(control.content[7]) * Int(control.content[11]) <= 32 * 32)
        }
    }

    @Test("An image without frames is a plain PNG")
    func stillImage() throws {
        let pixels = try TestImage.slopes(PixelLayout(width: 9, height: 7, channels: .rgba))
        let data = try APNGEncoder().encode(Image(pixels: pixels), options: EncodingOptions())
        #expect(ImageFormat(sniffing: data) == .png)
        #expect(try decoder.decode(data, options: DecodingOptions()).pixels.isIdentical(to: pixels))
    }
}

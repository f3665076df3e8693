import Foundation
import KingfisherCore
import KingfisherGIF
import KingfisherTestKit
import Testing

@Suite("GIF encodes animations", .timeLimit(.minutes(2)))
struct GIFAnimationEncoderTests {
    private let decoder = GIFDecoder()

    private func encoded(_ image: Image) throws -> Data {
        try GIFEncoder().encode(image, options: EncodingOptions())
    }

    private func animation(
        _ frames: [PixelBuffer], _ durations: [Duration]? = nil, loopCount: Int = 0
    ) -> Image {
        let durations = durations ?? frames.map { _ in .milliseconds(100) }
        return Image(
            pixels: frames[0],
            frames: TestAnimation(frames: frames, durations: durations, loopCount: loopCount))
    }

    @Test(
        "An animation of few colours comes back exactly, and other programs see it so",
        .enabled(if: ChildProgram.path(of: "convert") != nil),
        arguments: [
            "dispose-none", "dispose-background", "dispose-previous", "opaque", "optimized", "local-tables",
        ])
    func exactly(name: String) async throws {
        let image = try decoder.decode(try Fixtures.data("gif/\(name).gif"), options: DecodingOptions())
        let data = try encoded(image)
        let again = try decoder.decode(data, options: DecodingOptions())
        let frames = try image.rgbaFrames()
        #expect(try again.rgbaFrames() == frames)
        #expect(again.durations == image.durations)
        #expect(again.frames?.loopCount == image.frames?.loopCount)
        #expect(try await OtherProgram.frames(of: data, length: frames[0].count) == frames)
    }

    @Test("Any frames of opaque and clear pixels come back exactly")
    func randomFrames() throws {
        var random = RepeatableRandom(seed: 3)
        for _ in 0..<60 {
            let frames = try (0..<Int.random(in: 2...6, using: &random)).map { _ in
                try PixelBuffer.make(5, 4, .rgba) { _, _ in
                    let level = UInt8.random(in: 0...3, using: &random)
                    return level == 0 ? [0, 0, 0, 0] : [level * 80, 9, 9, 255]
                }
            }
            let again = try decoder.decode(try encoded(animation(frames)), options: DecodingOptions())
            #expect(try again.rgbaFrames() == frames.map { try $0.rgba() })
        }
    }

    @Test("Frames hold only what changed")
    func smallFrames() throws {
        let frames = try (0..<3).map { step in
            try PixelBuffer.make(100, 100) { x, y in
                (x, y) == (50 + step, 60) ? [255, 0, 0] : [UInt8(x), UInt8(y), 0]
            }
        }
        let data = try encoded(animation(frames))
        let still = try encoded(Image(pixels: frames[0]))
        // The two later frames are a row of two pixels each, with tables of two colours and one for nothing.
        #expect(data.count < still.count + 150)
        let again = try decoder.decode(data, options: DecodingOptions())
        #expect(again.frames?.frameCount == 3)
    }

    @Test("Equal frames keep their number and time")
    func equalFrames() throws {
        let frame = try PixelBuffer.make(8, 8) { x, y in [UInt8(x), UInt8(y), 0] }
        let again = try decoder.decode(
            try encoded(animation([frame, frame, frame])), options: DecodingOptions())
        #expect(again.durations == [100, 100, 100])
        #expect(try again.rgbaFrames() == [frame, frame, frame].map { try $0.rgba() })
    }

    @Test("What rounding takes from one delay the next ones get")
    func delays() throws {
        let frames = try (0..<60).map { step in
            try PixelBuffer.make(1, 1) { _, _ in [UInt8(step * 4), 0, 0] }
        }
        let again = try decoder.decode(
            try encoded(animation(frames, frames.map { _ in .seconds(1) / 24 })), options: DecodingOptions())
        #expect(Set(again.durations) == [40, 50])
        #expect(again.durations.reduce(0, +) == 2500)
    }

    @Test("No delay is so short that browsers would not heed it")
    func shortDelays() throws {
        let frames = try (0..<4).map { step in try PixelBuffer.make(1, 1) { _, _ in [UInt8(step * 4), 0, 0] }
        }
        let durations: [Duration] = [.milliseconds(1), .zero, .milliseconds(16), .seconds(-1)]
        let again = try decoder.decode(try encoded(animation(frames, durations)), options: DecodingOptions())
        #expect(again.durations == [20, 20, 20, 20])
    }

    @Test("Loops come back", arguments: [0, 1, 2, 65536])
    func loops(count: Int) throws {
        let frames = try (0..<2).map { step in try PixelBuffer.make(1, 1) { _, _ in [UInt8(step), 0, 0] } }
        let again = try decoder.decode(
            try encoded(animation(frames, loopCount: count)), options: DecodingOptions())
        #expect(again.frames?.loopCount == count)
    }

    @Test("Many colours get a palette each frame, and stay close")
    func manyColors() throws {
        let frames = try (0..<3).map { step in
            try PixelBuffer.make(64, 64) { x, y in [UInt8(x * 4), UInt8(y * 4), UInt8(step * 100)] }
        }
        let again = try decoder.decode(try encoded(animation(frames)), options: DecodingOptions())
        for (frame, result) in zip(frames, try again.rgbaFrames()) {
            #expect(ImageError.meanSquare(result, try frame.rgba(), width: 64, blurred: false) < 100)
        }
    }
}

import Foundation
import KingfisherCore
import KingfisherPNG
import KingfisherTestKit
import Testing

@Suite("Animations show the frames that the specification asks for", .timeLimit(.minutes(5)))
struct APNGFixtureTests {
    private let decoder = PNGDecoder()

    @Test("The manifest has the animations")
    func manifestIsThere() {
        #expect(Fixtures.animations.count >= 10)
    }

    @Test("Every frame is exactly the expected one", arguments: Fixtures.animations)
    func decodesExactly(entry: Fixtures.Animation) throws {
        let image = try decoder.decode(
            try Fixtures.data(entry.file), options: DecodingOptions(keepsHighDepth: true))
        let frames = try #require(image.frames)
        let dump = try Fixtures.data(entry.expected)
        try #require(frames.frameCount == entry.frames)
        let size = dump.count / entry.frames
        let isDeep = entry.expected.hasSuffix("16")
        #expect(image.pixels.layout.depth == (isDeep ? .sixteen : .eight))
        for index in 0..<entry.frames {
            let expected = Fixtures.samples16(dump[index * size..<(index + 1) * size], isDeep: isDeep)
            #expect(try frames.frame(at: index).rgba16() == expected, "frame \(index)")
        }
        #expect(image.pixels.isIdentical(to: try frames.frame(at: 0)))
    }

    @Test("Count, loops and durations are those of the file", arguments: Fixtures.animations)
    func timing(entry: Fixtures.Animation) throws {
        let data = try Fixtures.data(entry.file)
        let info = try decoder.inspect(data, limits: .standard)
        #expect(info.format == .apng)
        #expect(ImageFormat(sniffing: data) == .apng)
        #expect((info.frameCount, info.loopCount) == (entry.frames, entry.plays))
        let frames = try #require(try decoder.decode(data, options: DecodingOptions()).frames)
        #expect(frames.loopCount == entry.plays)
        for (index, delay) in entry.delays.enumerated() {
            // A denominator of 0 stands for 100.
            let expected = Duration.seconds(delay[0]) / (delay[1] == 0 ? 100 : delay[1])
            #expect(frames.duration(at: index) == expected)
        }
    }

    @Test("An orientation turns every frame")
    func orientation() throws {
        let data = try Fixtures.data("apng/rgb.png")
        let exif =
            Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
        let turned = PNGBytes.inserting(PNGBytes.chunk("eXIf", exif), before: "IDAT", in: data)
        let stored = try #require(try decoder.decode(data, options: DecodingOptions()).frames)
        let upright = try #require(try decoder.decode(turned, options: DecodingOptions()).frames)
        for index in 0..<stored.frameCount {
            let expected = try stored.frame(at: index).upright(from: .right)
            #expect(try upright.frame(at: index).isIdentical(to: expected))
        }
    }

    @Test("One frame, or only the first one wanted, is a still image")
    func stills() throws {
        let data = try Fixtures.data("apng/rgb-hidden.png")
        let animated = try decoder.decode(data, options: DecodingOptions())
        let first = try decoder.decode(data, options: DecodingOptions(onlyFirstFrame: true))
        #expect(first.frames == nil)
        #expect(first.pixels.isIdentical(to: animated.pixels))
        // The hidden default image is another picture.
        let still = PNGBytes.removing(["acTL", "fcTL", "fdAT"], from: data)
        let hidden = try decoder.decode(still, options: DecodingOptions())
        #expect(hidden.metadata.format == .png)
        #expect(hidden.pixels.largestDifference(from: animated.pixels) != 0)
    }
}

import Foundation
import KingfisherCore
import KingfisherProcessing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CompositingProcessorTests {
    private let red = RGBAColor(red: 1, green: 0, blue: 0)

    private func processed(_ pixels: PixelBuffer, by processor: some ImageProcessor) throws -> PixelBuffer {
        try #require(try processor.process(item: .image(Image(pixels: pixels)), options: .init())).pixels
    }

    @Test("The result has alpha exactly where it can be transparent, and colour where there is some")
    func channels() throws {
        func channels(
            _ source: PixelLayout.Channels, _ operation: CompositingOperation, _ alpha: CGFloat,
            _ color: RGBAColor?
        ) throws -> PixelLayout.Channels {
            try processed(
                noise(width: 5, height: 4, source),
                by: CompositingImageProcessor(
                    compositingOperation: operation, alpha: alpha, backgroundColor: color)
            ).layout.channels
        }
        #expect(try channels(.gray, .sourceOver, 0.5, .white) == .gray)
        #expect(try channels(.gray, .sourceOver, 0.5, red) == .rgb)
        #expect(try channels(.gray, .sourceOver, 0.5, nil) == .grayAlpha)
        #expect(try channels(.rgb, .sourceOut, 0.5, red) == .rgba)
        #expect(try channels(.rgba, .sourceOver, 1, .black) == .rgb)
        #expect(try channels(.rgba, .sourceIn, 1, .black) == .rgba)
        #expect(try channels(.grayAlpha, .destination, 1, .black) == .gray)
    }

    @Test("Without a background the opacity is all that changes")
    func opacity() throws {
        let pixels = try buffer([10, 20, 30, 40, 50, 60], width: 2, .rgb)
        let result = try processed(pixels, by: BlendImageProcessor(blendMode: .multiply, alpha: 0.2))
            .straight()
        // 255 * 0.2 is 51; colours of 8 bits that were multiplied by it are 3 steps off at most.
        #expect(samples(result).enumerated().filter { $0.offset % 4 == 3 }.map(\.element) == [51, 51])
        for (index, expected) in [10, 20, 30, 51, 40, 50, 60, 51].enumerated() {
            #expect(abs(samples(result)[index] - expected) <= 3)
        }
    }

    @Test("An overlay mixes colours by its fraction and leaves alpha alone", arguments: [1, 257])
    func overlay(scale: Int) throws {
        let depth: PixelLayout.Depth = scale == 1 ? .eight : .sixteen
        let pixels = try buffer(
            [200, 100, 0, 255, 200, 100, 0, 77, 1, 2, 3, 0].map { $0 * scale }, width: 3, .rgba, depth: depth)
        let color = RGBAColor(red: 0, green: 1, blue: 0.2, alpha: 0.5)
        let result = try processed(pixels, by: OverlayImageProcessor(overlay: color, fraction: 0.2))
        // By hand: pixel * 0.6 + colour * 0.4.
        for (sample, expected) in zip(
            samples(result), [120, 162, 20.4, 255, 120, 162, 20.4, 77, 0.6, 103.2, 22.2, 0])
        {
            #expect(abs(Double(sample) - expected * Double(scale)) <= 0.51)
        }
    }

    @Test("A gray image stays gray under a gray overlay, else becomes RGB")
    func overlayOnGray() throws {
        let gray = try noise(width: 4, height: 4, .gray)
        #expect(try processed(gray, by: OverlayImageProcessor(overlay: .white)).layout.channels == .gray)
        #expect(try processed(gray, by: OverlayImageProcessor(overlay: red)).layout.channels == .rgb)
    }

    @Test("Identifiers name what determines the result")
    func identifiers() {
        let prefix = "com.onevcat.Kingfisher."
        #expect(
            BlendImageProcessor(blendMode: .softLight, alpha: 7).identifier
                == prefix + "BlendImageProcessor(softLight,1)")
        #expect(
            BlendImageProcessor(blendMode: .multiply, alpha: 0.5, backgroundColor: red).identifier
                == prefix + "BlendImageProcessor(multiply,0.5)_(1,0,0,1)")
        #expect(
            CompositingImageProcessor(compositingOperation: .xor, backgroundColor: red).identifier
                == prefix + "CompositingImageProcessor(xor,1)_(1,0,0,1)")
        #expect(
            OverlayImageProcessor(overlay: red).identifier
                == prefix + "OverlayImageProcessor((1,0,0,1)_0.5)")
    }

    @Test("Every frame of an animation is processed, with its timing")
    func animation() throws {
        let frames = ListedFrames(
            frames: try (1...2).map { try buffer(Array(repeating: $0 * 60, count: 12), width: 2, .rgb) },
            durations: [.milliseconds(40), .seconds(2)])
        let image = Image(pixels: try frames.frame(at: 0), frames: frames)
        let processor = BlendImageProcessor(blendMode: .multiply, backgroundColor: .black)
        let result = try #require(try processor.image(of: .image(image), options: .init())?.frames)
        #expect((0..<2).map { result.duration(at: $0) } == frames.durations)
        #expect(samples(try result.frame(at: 1)) == Array(repeating: 0, count: 12))
    }
}

import Foundation
import KingfisherCore
import KingfisherProcessing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CroppingImageProcessorTests {
    @Test("The part around the anchor is cut out, pixel for pixel")
    func cuts() throws {
        let image = Image(pixels: try noise(width: 12, height: 9, .rgba))
        func crop(_ width: Int, _ height: Int, _ x: CGFloat, _ y: CGFloat) throws -> PixelBuffer {
            let processor = CroppingImageProcessor(
                size: CGSize(width: width, height: height), anchor: CGPoint(x: x, y: y))
            return try #require(try processor.process(item: .image(image), options: .init())).pixels
        }
        let all = image.pixels
        #expect(try samples(crop(4, 3, 0.5, 0.5)) == samples(all.cropped(x: 4, y: 3, width: 4, height: 3)))
        #expect(try samples(crop(4, 3, 9, -9)) == samples(all.cropped(x: 8, y: 0, width: 4, height: 3)))
        #expect(try samples(crop(99, 2, 0, 1)) == samples(all.cropped(x: 0, y: 7, width: 12, height: 2)))
        #expect(try crop(4, 3, 0, 0).layout.alphaMode == .straight)
    }

    @Test("The part of a decoded file counts scaleFactor pixels a point")
    func scale() throws {
        let decoder = ScriptedDecoder(width: 50, height: 40)
        var options = KingfisherParsedOptionsInfo([.scaleFactor(3)])
        options.codecs = ImageCodecs(decoders: [decoder])
        let processor = CroppingImageProcessor(size: CGSize(width: 10, height: 5))
        let result = try #require(try processor.process(item: .data(Data([1])), options: options))
        #expect(sides(result) == [30, 15])
        #expect(result.scale == 3)
        #expect(decoder.requests.allSatisfy { $0.target == nil })
        #expect(decoder.requests.map(\.onlyFirstFrame) == [true])
    }

    @Test("A size or an anchor that no part can have is an error")
    func badInput() throws {
        let image = Image(pixels: try noise(width: 6, height: 3, .rgb))
        for (size, anchor) in [
            (CGSize.zero, CGPoint.zero), (CGSize(width: 5, height: -5), .zero),
            (CGSize(width: 5, height: 5), CGPoint(x: CGFloat.nan, y: 0)),
        ] {
            let error = #expect(throws: PluginError.self) {
                try CroppingImageProcessor(size: size, anchor: anchor)
                    .process(item: .image(image), options: .init())
            }
            #expect(error?.code == .invalidSize)
        }
    }

    @Test("An animation becomes a still image of its first frame")
    func animation() throws {
        struct Frames: FrameSource {
            let pixels: PixelBuffer
            let frameCount = 2
            let loopCount = 0
            let residentByteCount = 0
            func duration(at index: Int) -> Duration { .seconds(1) }
            func frame(at index: Int) -> PixelBuffer { pixels }
        }
        let pixels = try noise(width: 6, height: 6, .rgb)
        let image = Image(pixels: pixels, frames: Frames(pixels: pixels))
        let size = CGSize(width: 3, height: 3)
        for processor: any ImageProcessor in [
            CroppingImageProcessor(size: size), ResizingImageProcessor(referenceSize: size),
            DownsamplingImageProcessor(size: size),
        ] {
            let result = try #require(try processor.process(item: .image(image), options: .init()))
            #expect(result.frames == nil)
            #expect(result.width == 3)
        }
    }
}

import Foundation
import KingfisherCore
import Testing

@Suite("Images", .timeLimit(.minutes(1)))
struct ImageTests {
    private func pixels(_ width: Int, _ height: Int, _ channels: PixelLayout.Channels) throws -> PixelBuffer {
        try PixelCanvas(PixelLayout(width: width, height: height, channels: channels)).freeze()
    }

    @Test("The size in points is the pixels divided by the scale")
    func size() throws {
        let image = Image(pixels: try pixels(6, 4, .rgb), scale: 2)
        #expect(image.size == CGSize(width: 3, height: 2))
    }

    @Test(
        "A scale that is not positive and finite counts as one", arguments: [0, -2, CGFloat.nan, .infinity])
    func scale(value: CGFloat) throws {
        var image = Image(pixels: try pixels(6, 4, .rgb), scale: value)
        #expect(image.scale == 1)
        image.scale = value
        #expect(image.scale == 1)
        image.scale = 3
        #expect(image.scale == 3)
    }

    @Test("The cost is the bytes of the pixels and of what the animation holds")
    func cost() throws {
        struct Frames: FrameSource {
            let still: PixelBuffer
            var frameCount: Int { 2 }
            var loopCount: Int { 0 }
            var residentByteCount: Int { 1_000 }
            func duration(at index: Int) -> Duration { .milliseconds(100) }
            func frame(at index: Int) -> PixelBuffer { still }
        }
        let still = try pixels(6, 4, .rgba)
        #expect(Image(pixels: still).cacheCost == 96)
        let animated = Image(pixels: still, frames: Frames(still: still))
        #expect(animated.cacheCost == 1_096)
        #expect(animated.replacingPixels(still).frames == nil)
    }

    @Test("Alpha is a matter of the channels")
    func alpha() throws {
        #expect(Image(pixels: try pixels(1, 1, .grayAlpha)).hasAlpha)
        #expect(!Image(pixels: try pixels(1, 1, .rgb)).hasAlpha)
    }
}

import Foundation
import KingfisherCore
import KingfisherTestKit
import Synchronization
import Testing

@Suite("A processor goes over every frame of an animation", .timeLimit(.minutes(1)))
struct AnimatedProcessingTests {
    private let layout: PixelLayout

    init() throws { layout = try PixelLayout(width: 8, height: 8, channels: .rgba) }

    @Test("Lazily, each frame when it is asked for, with the durations and loops of the animation")
    func lazily() throws {
        let processor = CountingFlattener()
        let animation = try TestAnimation.wanderingSquare(layout, loopCount: 2)
        let image = try #require(
            try processor.image(of: .image(animation), options: KingfisherParsedOptionsInfo()))
        let frames = try #require(image.frames)
        #expect(processor.count == 1)
        #expect(frames.frameCount == 4 && frames.loopCount == 2)
        #expect(frames.duration(at: 2) == .milliseconds(250))
        #expect(frames.residentByteCount == animation.frames?.residentByteCount)
        let third = try frames.frame(at: 2)
        #expect(processor.count == 2)
        let original = try #require(try animation.frames?.frame(at: 2))
        #expect(third.isIdentical(to: try original.flattened(on: .black)))
        #expect(image.pixels.isIdentical(to: try frames.frame(at: 0)))
    }

    @Test("Not where only the first frame is wanted, nor for the identity, which keeps the animation")
    func stills() throws {
        let animation = try TestAnimation.wanderingSquare(layout)
        let still = try CountingFlattener().image(
            of: .image(animation), options: KingfisherParsedOptionsInfo([.onlyLoadFirstFrame]))
        #expect(still?.frames == nil)
        let same = try DefaultImageProcessor.default.image(
            of: .image(animation), options: KingfisherParsedOptionsInfo())
        #expect(same?.frames is TestAnimation)
    }
}

private final class CountingFlattener: ImageProcessor {
    private let calls = Lock(0)
    let identifier = "flatten"

    var count: Int { calls.withLock { $0 } }

    func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
        calls.withLock { $0 += 1 }
        let image = try item.image(options: options)
        return image.replacingPixels(try image.pixels.flattened(on: .black))
    }
}

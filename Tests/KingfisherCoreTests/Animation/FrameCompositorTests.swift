import Foundation
import KingfisherCore
import KingfisherTestKit
import Synchronization
import Testing

/// Three frames in a row of three gray pixels with alpha; each draws one pixel.
@Suite("Frames of rectangles become whole canvases", .timeLimit(.minutes(1)))
struct FrameCompositorTests {
    @Test(
        "What a frame leaves behind",
        arguments: [
            (AnimationFrame.Disposal.keep, [[1, 0, 0], [1, 2, 0], [1, 2, 3]]),
            (.clear, [[1, 0, 0], [0, 2, 0], [0, 0, 3]]),
            (.previous, [[1, 0, 0], [0, 2, 0], [0, 0, 3]]),
        ] as [(AnimationFrame.Disposal, [[UInt8]])])
    func disposal(disposal: AnimationFrame.Disposal, expected: [[UInt8]]) throws {
        let source = try onePixelFrames([disposal, disposal, disposal])
        #expect(try grays(source, [0, 1, 2]) == expected)
        #expect(try grays(source, [2, 1, 0]) == expected.reversed())
    }

    @Test("Restoring what was before reaches back over a frame that stays")
    func previousAfterKeep() throws {
        let source = try onePixelFrames([.keep, .previous, .keep])
        #expect(try grays(source, [0, 1, 2]) == [[1, 0, 0], [1, 2, 0], [1, 0, 3]])
        #expect(try grays(source, [2, 0, 1]) == [[1, 0, 3], [1, 0, 0], [1, 2, 0]])
    }

    @Test(
        "A frame's own rectangle is clipped to the canvas, on every side",
        arguments: [
            (-1, 0, 3, [5, 5, 0] as [UInt8]), (2, 0, 3, [0, 0, 5]), (0, 1, 3, [0, 0, 0]),
            (-9, -9, 3, [0, 0, 0]),
            (.max, 0, 3, [0, 0, 0]), (0, 0, 9, [5, 5, 5]),
        ])
    func clipping(x: Int, y: Int, width: Int, expected: [UInt8]) throws {
        let frame = AnimationFrame(x: x, y: y, width: width, height: 1, duration: .zero)
        let source = FrameCompositor(
            layout: try PixelLayout(width: 3, height: 1, channels: .grayAlpha), frames: [frame], loopCount: 0,
            encodedByteCount: 0
        ) { _ in try Self.row(Array(repeating: (5, 255), count: width)) }
        #expect(try grays(source, [0]) == [expected])
    }

    /// Expected values reckoned by hand: a colour of 200 at half alpha over 100 at half alpha.
    @Test(
        "Half-transparent pixels blend where a frame asks for it, and replace where not",
        arguments: [
            (AnimationFrame.Blending.over, [167, 192] as [UInt8]), (.replace, [200, 128]),
        ])
    func blending(blending: AnimationFrame.Blending, expected: [UInt8]) throws {
        let frames = [AnimationFrame.Blending.replace, blending].map {
            AnimationFrame(x: 0, y: 0, width: 1, height: 1, duration: .zero, blending: $0)
        }
        let source = FrameCompositor(
            layout: try PixelLayout(width: 1, height: 1, channels: .grayAlpha), frames: frames, loopCount: 0,
            encodedByteCount: 0
        ) { try Self.row([$0 == 0 ? (100, 128) : (200, 128)]) }
        let samples = try source.frame(at: 1).withSamples8 { span in span.indices.map { span[$0] } }
        #expect(samples == expected)
    }

    @Test(
        "A blend that replaces what was cleared is asked for the rest of the frame alone",
        arguments: [true, false])
    func blendingOverCleared(replacesCleared: Bool) throws {
        let parts: [(x: Int, width: Int, AnimationFrame.Disposal)] = [
            (0, 1, .keep), (1, 1, .clear), (1, 2, .keep),
        ]
        let frames = parts.map { x, width, disposal in
            AnimationFrame(
                x: x, y: 0, width: width, height: 1, duration: .zero, disposal: disposal, blending: .over)
        }
        let blend = FrameBlend(
            replacesCleared: replacesCleared,
            eight: { _, target, _ in for index in 0..<target.count { target[index] = 77 } })
        for order in [[0, 1, 2], [2]] {
            let source = FrameCompositor(
                layout: try PixelLayout(width: 3, height: 1, channels: .grayAlpha), frames: frames,
                loopCount: 0, encodedByteCount: 0, blend: blend
            ) { try Self.row(Array(repeating: (5, 200), count: $0 == 2 ? 2 : 1)) }
            let expected: [UInt8] = replacesCleared ? [5, 5, 77] : [77, 77, 77]
            #expect(try grays(source, order).last == expected)
        }
    }

    @Test("In order each frame is decoded once; a leap back starts at a frame that needs none before it")
    func decodesOnce() throws {
        let decoded = Decoded()
        let frames = (0..<6).map {
            // Frame 3 covers the canvas.
            AnimationFrame(x: 0, y: 0, width: $0 == 3 ? 2 : 1, height: 1, duration: .milliseconds($0))
        }
        let source = FrameCompositor(
            layout: try PixelLayout(width: 2, height: 1, channels: .grayAlpha), frames: frames, loopCount: 2,
            encodedByteCount: 10
        ) { index in
            decoded.note(index)
            return try Self.row(Array(repeating: (9, 255), count: index == 3 ? 2 : 1))
        }
        #expect(source.residentByteCount == 10)
        for index in 0..<6 { _ = try source.frame(at: index) }
        #expect(decoded.take() == [0, 1, 2, 3, 4, 5])
        _ = try source.frame(at: 5)
        #expect(decoded.take() == [])
        _ = try source.frame(at: 4)
        #expect(decoded.take() == [3, 4])
        _ = try source.frame(at: 1)
        #expect(decoded.take() == [0, 1])
        #expect(source.residentByteCount == 10 + 4)
        #expect(source.duration(at: 4) == .milliseconds(4))
    }

    @Test("A frame of another size than announced is refused, and the source goes on working")
    func wrongSize() throws {
        let frames = [1, 1].map { AnimationFrame(x: 0, y: 0, width: $0, height: 1, duration: .zero) }
        let source = FrameCompositor(
            layout: try PixelLayout(width: 2, height: 1, channels: .grayAlpha), frames: frames, loopCount: 0,
            encodedByteCount: 0
        ) { try Self.row(Array(repeating: (7, 255), count: $0 + 1)) }
        #expect(throws: PluginError.self) { try source.frame(at: 1) }
        #expect(try grays(source, [0]) == [[7, 0]])
    }

    private func onePixelFrames(_ disposals: [AnimationFrame.Disposal]) throws -> FrameCompositor {
        let frames = disposals.enumerated().map { index, disposal in
            AnimationFrame(
                x: index, y: 0, width: 1, height: 1, duration: .zero, disposal: disposal, blending: .over)
        }
        return FrameCompositor(
            layout: try PixelLayout(width: 3, height: 1, channels: .grayAlpha), frames: frames, loopCount: 0,
            encodedByteCount: 0
        ) { try Self.row([(UInt8($0 + 1), 255)]) }
    }

    private static func row(_ pixels: [(gray: UInt8, alpha: UInt8)]) throws -> PixelBuffer {
        try PixelBuffer(
            layout: PixelLayout(width: pixels.count, height: 1, channels: .grayAlpha),
            copying: Data(pixels.flatMap { [$0.gray, $0.alpha] }))
    }

    /// The gray samples of the first row; what is transparent shows as 0.
    private func grays(_ source: FrameCompositor, _ indices: [Int]) throws -> [[UInt8]] {
        try indices.map { index in
            try source.frame(at: index).withSamples8 { span in
                stride(from: 0, to: span.count, by: 2).map { span[$0] }
            }
        }
    }
}

private final class Decoded: Sendable {
    private let indices = Lock<[Int]>([])

    func note(_ index: Int) { indices.withLock { $0.append(index) } }

    func take() -> [Int] {
        indices.withLock { indices in
            defer { indices = [] }
            return indices
        }
    }
}

import Foundation
import KingfisherCore
import KingfisherProcessing
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ResizePropertyTests {
    static let layouts: [(PixelLayout.Channels, PixelLayout.Depth)] = [
        (.gray, .eight), (.grayAlpha, .eight), (.rgb, .eight), (.rgba, .eight),
        (.gray, .sixteen), (.grayAlpha, .sixteen), (.rgb, .sixteen), (.rgba, .sixteen),
    ]

    @Test("A single colour stays that colour in all small sizes", arguments: layouts)
    func constants(_ channels: PixelLayout.Channels, _ depth: PixelLayout.Depth) throws {
        let top = depth == .eight ? 255 : 65535
        let pixel = [top, top / 2, 1, top / 3].suffix(channels.count)
        for side in 1...17 {
            let source = try buffer(
                Array(repeating: pixel, count: side * (18 - side)).flatMap { $0 }, width: side, channels,
                depth: depth, premultiplied: true)
            for target in 1...17 {
                let result = try source.resized(width: target, height: 18 - target)
                let expected = Array(repeating: pixel, count: target * (18 - target)).flatMap { $0 }
                guard samples(result) == expected else {
                    Issue.record("\(side)x\(18 - side) to \(target)x\(18 - target)")
                    return
                }
            }
        }
    }

    @Test("Turning by half before or after makes no difference: nothing shifts", arguments: layouts)
    func symmetry(_ channels: PixelLayout.Channels, _ depth: PixelLayout.Depth) throws {
        for (width, height) in [(1, 1), (2, 3), (5, 4), (17, 9), (16, 1)] {
            let source = try noise(width: width, height: height, channels, depth: depth)
            for (newWidth, newHeight) in [(1, 1), (3, 2), (7, 7), (12, 17), (width, 5), (6, height)] {
                let after = try turned(
                    source.resized(width: newWidth, height: newHeight, resampling: .lanczos3.exact))
                let before = try turned(source).resized(
                    width: newWidth, height: newHeight, resampling: .lanczos3.exact)
                // Sums in another order may round a tie the other way.
                #expect(largestDifference(before, after) <= 1)
            }
        }
    }

    @Test("Exchanging the axes makes no difference, whichever is mixed first", arguments: layouts)
    func axes(_ channels: PixelLayout.Channels, _ depth: PixelLayout.Depth) throws {
        for (from, to) in [((60, 7), (5, 40)), ((9, 30), (20, 3)), ((33, 21), (8, 5)), ((4, 5), (11, 13))] {
            let source = try noise(width: from.0, height: from.1, channels, depth: depth)
            let direct = try source.resized(width: to.0, height: to.1, resampling: .lanczos3.exact)
            let exchanged = try transposed(source).resized(
                width: to.1, height: to.0, resampling: .lanczos3.exact)
            #expect(try largestDifference(direct, transposed(exchanged)) <= 1)
        }
    }

    @Test("Each channel is resized as if it were alone", arguments: layouts.filter { $0.0 != .gray })
    func channels(_ channels: PixelLayout.Channels, _ depth: PixelLayout.Depth) throws {
        let source = try noise(width: 23, height: 18, channels, depth: depth).premultiplied()
        let result = try source.resized(width: 9, height: 25, resampling: .lanczos3.exact)
        for channel in 0..<channels.count {
            let alone = try plane(channel, of: source).resized(
                width: 9, height: 25, resampling: .lanczos3.exact)
            #expect(try largestDifference(plane(channel, of: result), alone) <= 1)
        }
    }

    @Test("Straight alpha gives what premultiplying first gives", arguments: layouts.filter(\.0.hasAlpha))
    func straight(_ channels: PixelLayout.Channels, _ depth: PixelLayout.Depth) throws {
        let source = try noise(width: 40, height: 30, channels, depth: depth)
        for (width, height) in [(7, 5), (60, 50), (5, 60)] {
            let result = try source.resized(width: width, height: height)
            #expect(result.layout.alphaMode == .premultiplied)
            let expected = try source.premultiplied().resized(width: width, height: height)
            #expect(largestDifference(result, expected) == 0)
        }
    }

    @Test("A rim next to transparent pixels takes no colour from them")
    func fringe() throws {
        // Opaque red beside transparent green, and a transparent column beside that.
        let row = Array(repeating: [255, 0, 0, 255], count: 9) + Array(repeating: [0, 255, 0, 0], count: 12)
        let source = try buffer(
            Array(repeating: row, count: 12).flatMap { $0 }.flatMap { $0 }, width: 21, .rgba)
        for (width, height) in [(5, 3), (10, 12), (50, 30)] {
            let result = samples(try source.resized(width: width, height: height).straight())
            for start in stride(from: 0, to: result.count, by: 4) where result[start + 3] > 0 {
                #expect(Array(result[start...start + 2]) == [255, 0, 0])
            }
        }
    }

    @Test("An image in its own size is returned as it is")
    func ownSize() throws {
        let source = try noise(width: 8, height: 5, .rgba)
        let result = try source.resized(width: 8, height: 5)
        #expect(result.layout == source.layout)
        #expect(samples(result) == samples(source))
    }

    @Test("Shrinking a line of a hundred thousand pixels to one keeps its colour", arguments: [true, false])
    func longSums(wide: Bool) throws {
        let count = 100_000
        let source = try buffer(
            Array(repeating: 65_535, count: count), width: wide ? count : 1, .gray, depth: .sixteen)
        #expect(samples(try source.resized(width: 1, height: 1)) == [65_535])
    }

    @Test("A cancelled task gets no image")
    func cancellation() async throws {
        let source = try noise(width: 16, height: 16, .rgba)
        for operation: @Sendable () throws -> PixelBuffer in [
            { try source.resized(width: 8, height: 8) }, { try source.resized(width: 2, height: 200) },
            { try source.cropped(x: 0, y: 0, width: 3, height: 3) }, { try source.premultiplied() },
        ] {
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try operation()
            }
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test(
        "A size without content or beyond memory is an error",
        arguments: [(0, 5), (5, -1), (1 << 40, 1 << 40)])
    func badSizes(_ width: Int, _ height: Int) throws {
        let source = try noise(width: 4, height: 4, .rgb)
        #expect(throws: PluginError.self) { try source.resized(width: width, height: height) }
    }

    @Test("A line longer than can be resampled is refused, with the limit and the way out")
    func longLine() throws {
        let layout = try PixelLayout(width: 1, height: PixelBuffer.longestResizableSide + 1, channels: .gray)
        let line = try PixelCanvas(layout).freeze()
        let error = #expect(throws: PluginError.self) { try line.resized(width: 1, height: 400) }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.contains("1x1048577 to 1x400") == true)
    }
}

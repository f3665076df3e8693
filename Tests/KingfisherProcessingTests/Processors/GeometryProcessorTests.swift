import Foundation
import KingfisherCore
import KingfisherProcessing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct GeometryProcessorTests {
    /// A picture of one gray, with a box of another in it.
    private func boxed(_ box: PixelRect, width: Int = 12, height: Int = 10, edge: Int = 250) throws
        -> PixelBuffer
    {
        try buffer(
            (0..<width * height).map { place in
                let (x, y) = (place % width, place / width)
                return box.x..<box.x + box.width ~= x && box.y..<box.y + box.height ~= y ? 20 : edge
            }, width: width, .gray)
    }

    private func processed(_ pixels: PixelBuffer, by processor: some ImageProcessor) throws -> Image {
        try #require(try processor.process(item: .image(Image(pixels: pixels)), options: .init()))
    }

    private func size(_ pixels: PixelBuffer, by processor: some ImageProcessor) throws -> [Int] {
        sides(try processed(pixels, by: processor))
    }

    @Test(
        "Trimming leaves what differs from the edge",
        arguments: [
            PixelRect(x: 3, y: 2, width: 4, height: 5), PixelRect(x: 11, y: 9, width: 1, height: 1),
            PixelRect(x: 1, y: 0, width: 11, height: 10), PixelRect(x: 4, y: 0, width: 2, height: 1),
        ])
    func trims(_ box: PixelRect) throws {
        let source = try boxed(box)
        #expect(try source.contentRect(tolerance: 0) == box)
        #expect(try size(source, by: TrimProcessor()) == [box.width, box.height])
    }

    @Test("What has one colour stays, and tolerance lets noise pass")
    func uniform() throws {
        let flat = try buffer(Array(repeating: 3, count: 20), width: 5, .gray)
        #expect(try size(flat, by: TrimProcessor()) == [5, 4])
        let noisy = try buffer([100, 101, 99, 100, 160, 102, 100, 98, 100], width: 3, .gray)
        #expect(try size(noisy, by: TrimProcessor(tolerance: 0.01)) == [1, 1])
        #expect(try size(noisy, by: TrimProcessor()) == [2, 3])
    }

    @Test("Transparent pixels are alike, whatever their colour")
    func transparent() throws {
        let source = try buffer([1, 2, 3, 0, 9, 9, 9, 0, 5, 5, 5, 255], width: 3, .rgba)
        #expect(try source.contentRect(tolerance: 0) == PixelRect(x: 2, y: 0, width: 1, height: 1))
    }

    @Test("An animation is trimmed by what is an edge in all of its frames, in a chain as well")
    func animation() throws {
        let boxes = [PixelRect(x: 3, y: 4, width: 2, height: 2), PixelRect(x: 6, y: 1, width: 1, height: 3)]
        let frames = ListedFrames(
            frames: try boxes.map { try boxed($0) }, durations: [.milliseconds(20), .milliseconds(70)])
        let image = Image(pixels: frames.frames[0], frames: frames)
        let flip = FlipProcessor(.horizontal)
        for processor in [TrimProcessor(), flip |> TrimProcessor(), TrimProcessor() |> flip]
            as [any ImageProcessor]
        {
            let result = try #require(try processor.image(of: .image(image), options: .init()))
            let changed = try #require(result.frames)
            #expect(sides(result) == [4, 5])
            for index in 0..<2 {
                let frame = try changed.frame(at: index)
                #expect(sides(frame) == [4, 5])
                #expect(changed.duration(at: index) == frames.durations[index])
                let part = try frames.frames[index].cropped(x: 3, y: 1, width: 4, height: 5)
                let expected = processor is TrimProcessor ? part : try part.upright(from: .upMirrored)
                #expect(samples(frame) == samples(expected))
            }
        }
    }

    @Test("Flipping mirrors left and right, or top and bottom")
    func flips() throws {
        let source = try buffer([1, 2, 3, 4, 5, 6], width: 3, .gray)
        let mirrored = samples(try processed(source, by: FlipProcessor(.horizontal)).pixels)
        #expect(mirrored == [3, 2, 1, 6, 5, 4])
        let turned = samples(try processed(source, by: FlipProcessor(.vertical)).pixels)
        #expect(turned == [4, 5, 6, 1, 2, 3])
    }

    @Test("Padding counts in points, and refuses what cannot be")
    func padding() throws {
        let image = Image(pixels: try noise(width: 4, height: 4, .rgb))
        let options = KingfisherParsedOptionsInfo([.scaleFactor(2)])
        let result = try PadProcessor(top: 1, right: 3).process(item: .image(image), options: options)
        let padded = try #require(result)
        #expect(sides(padded) == [10, 6])
        for length in [-1, .nan, 1e12] as [CGFloat] {
            let error = #expect(throws: PluginError.self) {
                try processed(image.pixels, by: PadProcessor(top: length))
            }
            #expect(error?.code == .invalidSize)
        }
        let error = #expect(throws: PluginError.self) {
            try processed(image.pixels, by: PadProcessor(1_000_000))
        }
        #expect(error?.code == .limitExceeded)
    }

    @Test("Turning goes through the kernel")
    func turns() throws {
        let source = try noise(width: 4, height: 3, .rgb)
        #expect(try size(source, by: RotateProcessor(degrees: -90)) == [3, 4])
        #expect(try processed(source, by: RotateProcessor(degrees: 45)).hasAlpha)
    }
}

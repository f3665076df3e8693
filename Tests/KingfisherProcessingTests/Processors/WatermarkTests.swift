import Foundation
import KingfisherCore
import KingfisherProcessing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct WatermarkTests {
    private func processed(_ pixels: PixelBuffer, by processor: WatermarkProcessor) throws -> PixelBuffer {
        try #require(try processor.process(item: .image(Image(pixels: pixels)), options: .init())).pixels
    }

    @Test("In the lower right corner the result is Pillow's alpha_composite", arguments: [1, 257])
    func reference(scale: Int) throws {
        let depth: PixelLayout.Depth = scale == 1 ? .eight : .sixteen
        let picture = (0..<20).flatMap { index in
            let (x, y) = (index % 5, index / 5)
            return [x * 50, y * 60, x * y * 11, 255 - x * 40]
        }
        let mark = (0..<6).flatMap { [250, 20 * $0, 128, 255 - 45 * $0] }
        let watermark = Image(pixels: try buffer(mark, width: 3, .rgba))
        let result = try processed(
            buffer(picture.map { $0 * scale }, width: 5, .rgba, depth: depth),
            by: WatermarkProcessor(watermark: watermark))
        // Pillow 13, premultiplied.
        let expected = [
            0, 0, 0, 255, 42, 0, 0, 215, 69, 0, 0, 175, 79, 0, 0, 135, 75, 0, 0, 95, 0, 60, 0, 255, 42, 51, 9,
            215, 69, 41, 15, 175, 79, 32, 17, 135, 75, 22, 16, 95, 0, 120, 0, 255, 42, 101, 19, 215, 250, 0,
            128, 255, 220, 28, 112, 234, 189, 42, 94, 199, 0, 180, 0, 255, 42, 152, 28, 215, 155, 94, 84, 213,
            129, 91, 75, 170, 95, 71, 59, 114,
        ]
        let largest = zip(samples(try result.premultiplied()), expected).map { abs($0 - $1 * scale) }.max()
        // Pillow works in straight 8 bits: one and a half of its steps is what it may be off.
        #expect(try #require(largest) <= scale * 3 / 2)
    }

    @Test("Half as opaque, it lets half of the image through; elsewhere nothing changes")
    func opacity() throws {
        let pixels = try buffer(Array(repeating: 100, count: 12), width: 4, .gray)
        let mark = Image(pixels: try buffer([200, 200], width: 2, .gray))
        let result = try processed(
            pixels, by: WatermarkProcessor(watermark: mark, anchor: CGPoint(x: 0.5, y: 0.5), opacity: 0.5))
        #expect(samples(result) == [100, 100, 100, 100, 100, 150, 150, 100, 100, 100, 100, 100])
    }

    @Test("Tiles repeat in all directions from the anchor, and are cut at the edges")
    func tiles() throws {
        let pixels = try buffer(Array(repeating: 0, count: 15), width: 5, .gray)
        let mark = Image(pixels: try buffer([1, 2, 3, 4], width: 2, .gray))
        let result = try processed(pixels, by: WatermarkProcessor(watermark: mark, isTiled: true))
        #expect(samples(result) == [4, 3, 4, 3, 4, 2, 1, 2, 1, 2, 4, 3, 4, 3, 4])
    }

    @Test("A watermark larger than the image is shrunk to fit, a coloured one colours a gray image")
    func large() throws {
        let mark = Image(pixels: try buffer((0..<64).flatMap { _ in [255, 0, 0] }, width: 8, .rgb))
        let pixels = try buffer(Array(repeating: 7, count: 8), width: 4, .gray)
        let result = try processed(pixels, by: WatermarkProcessor(watermark: mark, anchor: .zero))
        let row = [255, 0, 0, 255, 0, 0, 7, 7, 7, 7, 7, 7]
        #expect(result.layout.channels == .rgb)
        #expect(samples(result) == row + row)
    }

    @Test("Whatever the place, nothing outside the picture is touched", arguments: [-9, -2, 0, 3, 99])
    func outside(place: Int) throws {
        let pixels = try noise(width: 5, height: 4, .rgb)
        let mark = try noise(width: 3, height: 3, .rgba)
        let result = try pixels.overlaid(by: mark, x: place, y: place, mode: .multiply)
        if place == -9 || place == 99 { #expect(samples(result) == samples(pixels)) }
        #expect(result.layout == pixels.layout)
    }

    @Test("Identifiers name the pixels, the anchor, the opacity and tiling")
    func identifiers() throws {
        // FNV-1a of the five numbers as eight bytes each, little end first, and the sample: computed in Python.
        let mark = Image(pixels: try buffer([9], width: 1, .gray))
        #expect(
            WatermarkProcessor(watermark: mark, opacity: 0.25, isTiled: true).identifier
                == "com.onevcat.Kingfisher.WatermarkProcessor(3730ea23cafa09bf_1,1,0.25_tiled)")
        let other = Image(pixels: try buffer([8], width: 1, .gray))
        #expect(
            WatermarkProcessor(watermark: mark).identifier != WatermarkProcessor(watermark: other).identifier)
    }
}

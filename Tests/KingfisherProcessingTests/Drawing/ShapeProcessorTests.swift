import Foundation
import KingfisherCore
import KingfisherProcessing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ShapeProcessorTests {
    private let red = RGBAColor(red: 1, green: 0, blue: 0)

    private func processed(
        _ pixels: PixelBuffer, by processor: some ImageProcessor, scale: CGFloat = 1
    ) throws -> PixelBuffer {
        let options = KingfisherParsedOptionsInfo([.scaleFactor(scale)])
        return try #require(try processor.process(item: .image(Image(pixels: pixels)), options: options))
            .pixels
    }

    /// What is left of a corner pixel by a circle of radius 1 or 2, as areas found by integration.
    private let quarterDisc = Double.pi / 4

    @Test(
        "A corner of radius 1 keeps a quarter disc of its pixel; colours stay",
        arguments: [PixelLayout.Depth.eight, .sixteen])
    func pixelCorner(depth: PixelLayout.Depth) throws {
        let pixels = try noise(width: 5, height: 4, .rgb, depth: depth)
        let top = depth == .eight ? 255 : 65_535
        let result = try processed(
            pixels, by: RoundCornerImageProcessor(cornerRadius: 1, roundingCorners: [.topLeft, .bottomRight]))
        #expect(result.layout.channels == .rgba)
        let alpha = samples(try plane(3, of: result))
        var expected = Array(repeating: top, count: 20)
        expected[0] = Int((Double(top) * quarterDisc).rounded())
        expected[19] = expected[0]
        #expect(alpha == expected)
        for channel in 0..<3 {
            #expect(try samples(plane(channel, of: result)) == samples(plane(channel, of: pixels)))
        }
    }

    @Test("Transparency there was is multiplied, straight or premultiplied")
    func transparent() throws {
        for premultiplied in [false, true] {
            let pixels = try buffer(
                Array(repeating: 100, count: 4 * 16), width: 4, .rgba, premultiplied: premultiplied)
            let result = samples(try processed(pixels, by: RoundCornerImageProcessor(cornerRadius: 1)))
            #expect(result[3] == 79)
            #expect(result[0] == (premultiplied ? 79 : 100))
            #expect(result[7] == 100)
        }
    }

    @Test("A radius counts points, or parts of the width or the height, up to half the shorter side")
    func radius() throws {
        let pixels = try noise(width: 40, height: 20, .gray)
        func alpha(_ radius: Radius, _ scale: CGFloat = 1) throws -> [Int] {
            try samples(
                plane(1, of: processed(pixels, by: RoundCornerImageProcessor(radius: radius), scale: scale)))
        }
        let ten = try alpha(.point(10))
        #expect(ten[0] == 0 && ten[20] == 255 && ten.contains { 0 < $0 && $0 < 255 })
        #expect(try alpha(.point(5), 2) == ten)
        #expect(try alpha(.widthFraction(0.25)) == ten)
        #expect(try alpha(.heightFraction(0.5)) == ten)
        #expect(try alpha(.point(99)) == ten)
    }

    @Test("On a background the image is opaque, and its corners are the background")
    func background() throws {
        let pixels = try buffer(Array(repeating: 200, count: 8 * 8), width: 8, .gray)
        let result = try processed(
            pixels, by: RoundCornerImageProcessor(cornerRadius: 4, backgroundColor: red))
        #expect(result.layout.channels == .rgb)
        #expect(Array(samples(result)[0..<3]) == [255, 0, 0])
        #expect(Array(samples(result)[(4 * 8 + 4) * 3..<(4 * 8 + 4) * 3 + 3]) == [200, 200, 200])
    }

    @Test("A target size is reached by stretching, then rounded")
    func targetSize() throws {
        let pixels = try buffer(Array(repeating: 9, count: 30), width: 6, .gray)
        let result = try processed(
            pixels,
            by: RoundCornerImageProcessor(cornerRadius: 1, targetSize: CGSize(width: 12, height: 4)))
        #expect(result.width == 12 && result.height == 4)
        #expect(Array(samples(try plane(1, of: result))[0..<2]) == [200, 255])
    }

    @Test("A border lies inside the edges, in parts of pixels where it is not whole")
    func border() throws {
        let pixels = try buffer(Array(repeating: 100, count: 6 * 6), width: 6, .gray)
        let result = try processed(
            pixels, by: BorderImageProcessor(border: Border(color: .white, lineWidth: 1.5)))
        // 255 * 0.5 + 100 * 0.5 where half of a pixel is covered, three quarters in its corner.
        let row1 = [255, 216, 178, 178, 216, 255]
        #expect(result.layout.channels == .gray)
        #expect(Array(samples(result)[0..<6]) == Array(repeating: 255, count: 6))
        #expect(zip(samples(result)[6..<12], row1).allSatisfy { abs($0 - $1) <= 1 })
        #expect(Array(samples(result)[12..<18]) == [255, 178, 100, 100, 178, 255])
    }

    @Test("A border around a rounded image covers its edge and nothing beyond")
    func roundBorder() throws {
        let pixels = try buffer(Array(repeating: 100, count: 40 * 40), width: 40, .gray)
        let chain =
            RoundCornerImageProcessor(cornerRadius: 20)
            |> BorderImageProcessor(border: Border(color: .white, lineWidth: 2, radius: .point(20)))
        let result = try #require(try chain.process(item: .image(Image(pixels: pixels)), options: .init()))
            .pixels
        #expect(Array(samples(result)[0..<2]) == [0, 0])
        // The circle leaves a sliver of the outermost pixel, so that row 20 begins a little transparent.
        let middle = Array(samples(result)[20 * 80..<20 * 80 + 10])
        #expect(
            zip(middle, [252, 252, 255, 255, 101, 255, 100, 255, 100, 255]).allSatisfy { abs($0 - $1) <= 3 })
    }

    @Test("A line wider than the image covers it all")
    func wideBorder() throws {
        let pixels = try noise(width: 7, height: 5, .gray)
        let result = try processed(pixels, by: BorderImageProcessor(border: Border(lineWidth: 99)))
        #expect(samples(result).allSatisfy { $0 == 0 })
    }

    @Test("A radius or a width that cannot be is an error that says what can")
    func badInput() throws {
        let pixels = try noise(width: 6, height: 3, .rgb)
        let processors: [any ImageProcessor] = [
            RoundCornerImageProcessor(cornerRadius: -1),
            RoundCornerImageProcessor(radius: .widthFraction(.nan)),
            BorderImageProcessor(border: Border(lineWidth: -2)),
            BorderImageProcessor(border: Border(radius: .point(.infinity))),
        ]
        for processor in processors {
            let error = #expect(throws: PluginError.self) {
                try processor.process(item: .image(Image(pixels: pixels)), options: .init())
            }
            #expect(error?.code == .invalidValue)
            #expect(error?.message.contains("from 0") == true)
        }
    }

    @Test("Identifiers name what determines the result")
    func identifiers() {
        let prefix = "com.onevcat.Kingfisher."
        #expect(
            RoundCornerImageProcessor(cornerRadius: 20).identifier == prefix + "RoundCornerImageProcessor(20)"
        )
        #expect(
            RoundCornerImageProcessor(
                radius: .widthFraction(0.5), targetSize: CGSize(width: 30, height: 40),
                roundingCorners: [.topLeft, .bottomRight], backgroundColor: red
            ).identifier == prefix + "RoundCornerImageProcessor(w_frac_0.5_30x40_corner(9))_(1,0,0,1)")
        #expect(
            RoundCornerImageProcessor(radius: .heightFraction(0.25)).identifier
                == prefix + "RoundCornerImageProcessor(h_frac_0.25)")
        #expect(
            BorderImageProcessor(border: Border(color: red, lineWidth: 2.5, radius: .point(8))).identifier
                == prefix + "BorderImageProcessor((1,0,0,1)_2.5_8)")
        #expect(
            BorderImageProcessor(border: Border(roundingCorners: .topLeft)).identifier
                == prefix + "BorderImageProcessor((0,0,0,1)_4_0_corner(1))")
    }
}

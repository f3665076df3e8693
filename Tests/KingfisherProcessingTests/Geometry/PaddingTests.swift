import KingfisherCore
import KingfisherProcessing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PaddingTests {
    @Test(
        "The picture lies where it should, unchanged, on the colour", arguments: ResizePropertyTests.layouts)
    func places(_ channels: PixelLayout.Channels, _ depth: PixelLayout.Depth) throws {
        let source = try noise(width: 5, height: 4, channels, depth: depth)
        let result = try source.padded(top: 1, left: 2, bottom: 3, right: 4, color: .white)
        #expect(sides(result) == [11, 8])
        #expect(result.layout.channels == channels)
        #expect(samples(try result.cropped(x: 2, y: 1, width: 5, height: 4)) == samples(source))
        let top = depth == .eight ? 255 : 65_535
        for rest in [
            try result.cropped(x: 0, y: 0, width: 11, height: 1),
            try result.cropped(x: 0, y: 5, width: 11, height: 3),
            try result.cropped(x: 0, y: 1, width: 2, height: 4),
            try result.cropped(x: 7, y: 1, width: 4, height: 4),
        ] {
            #expect(samples(rest).allSatisfy { $0 == top })
        }
    }

    @Test("A clear colour gives alpha, a colour gives gray pixels colour")
    func kinds() throws {
        let gray = try buffer([7], width: 1, .gray)
        let clear = try gray.padded(top: 0, left: 1, bottom: 0, right: 0, color: .clear)
        #expect(clear.layout.channels == .grayAlpha)
        #expect(samples(clear) == [0, 0, 7, 255])
        let half = RGBAColor(red: 1, green: 0.2, blue: 0, alpha: 0.4)
        let red = try gray.padded(top: 0, left: 0, bottom: 0, right: 1, color: half)
        #expect(samples(red) == [7, 7, 7, 255, 255, 51, 0, 102])
        let premultiplied = try buffer([9, 9, 9, 9], width: 1, .rgba, premultiplied: true)
        #expect(
            samples(try premultiplied.padded(top: 1, left: 0, bottom: 0, right: 0, color: half))
                == [102, 20, 0, 102, 9, 9, 9, 9])
    }
}

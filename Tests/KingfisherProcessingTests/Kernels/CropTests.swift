import KingfisherCore
import KingfisherProcessing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CropTests {
    @Test("A part holds the pixels that lay there", arguments: ResizePropertyTests.layouts)
    func copies(_ channels: PixelLayout.Channels, _ depth: PixelLayout.Depth) throws {
        let source = try noise(width: 7, height: 5, channels, depth: depth)
        let part = try source.cropped(x: 2, y: 1, width: 4, height: 3)
        let step = channels.count
        let all = samples(source)
        let expected = [9, 16, 23].flatMap { first -> ArraySlice<Int> in
            all[first * step..<(first + 4) * step]
        }
        #expect(samples(part) == expected)
        #expect(part.layout.alphaMode == source.layout.alphaMode)
    }

    @Test("The whole is returned as it is, a corner is one pixel")
    func edges() throws {
        let source = try noise(width: 7, height: 5, .rgb)
        #expect(samples(try source.cropped(x: 0, y: 0, width: 7, height: 5)) == samples(source))
        let corner = try source.cropped(x: 6, y: 4, width: 1, height: 1)
        #expect(samples(corner) == Array(samples(source).suffix(3)))
    }
}

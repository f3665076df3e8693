import Foundation
import KingfisherCore
import KingfisherProcessing
import Testing

@Suite(.timeLimit(.minutes(2)))
struct ResizingImageProcessorTests {
    private let box = CGSize(width: 40, height: 40)

    @Test("An image is stretched, fitted, or made to cover the box")
    func modes() throws {
        let image = Image(pixels: try noise(width: 100, height: 50, .rgb))
        func size(_ processor: ResizingImageProcessor) throws -> [Int] {
            let result = try #require(try processor.process(item: .image(image), options: .init()))
            return sides(result)
        }
        #expect(try size(ResizingImageProcessor(referenceSize: box)) == [40, 40])
        #expect(try size(ResizingImageProcessor(referenceSize: box, mode: .aspectFit)) == [40, 20])
        #expect(try size(ResizingImageProcessor(referenceSize: box, mode: .aspectFill)) == [80, 40])
        #expect(try size(ResizingImageProcessor(width: 30)) == [30, 15])
        #expect(try size(ResizingImageProcessor(height: 30)) == [60, 30])
        #expect(try size(ResizingImageProcessor(width: 300)) == [300, 150])
        #expect(try size(ResizingImageProcessor(width: 300, upscales: false)) == [100, 50])
    }

    @Test("The pixels are those of the kernel, and metadata stays")
    func pixels() throws {
        var image = Image(pixels: try noise(width: 30, height: 20, .rgba))
        image.metadata.format = .png
        let processor = ResizingImageProcessor(referenceSize: box)
        let result = try #require(try processor.process(item: .image(image), options: .init()))
        #expect(samples(result.pixels) == samples(try image.pixels.resized(width: 40, height: 40)))
        #expect(result.metadata.format == .png)
    }

    @Test("Points count scaleFactor pixels, and the result has that scale")
    func scale() throws {
        let decoder = ScriptedDecoder(width: 1000, height: 500)
        var options = KingfisherParsedOptionsInfo([.scaleFactor(2)])
        options.codecs = ImageCodecs(decoders: [decoder])
        let processor = ResizingImageProcessor(referenceSize: box, mode: .aspectFit)
        let image = Image(pixels: try noise(width: 100, height: 50, .rgb))
        for item in [ImageProcessItem.image(image), .data(Data([1]))] {
            let result = try #require(try processor.process(item: item, options: options))
            #expect(sides(result) == [80, 40])
            #expect(result.scale == 2)
            #expect(result.size == CGSize(width: 40, height: 20))
        }
        // Twice 80x40, so that the filter hides what the codec's own scaling leaves behind.
        #expect(decoder.requests.map(\.target) == [DecodingTarget(width: 80, height: 40, mode: .fill)])
    }

    @Test("Bytes are decoded small, as a still image, and the size is that of a full decode")
    func decodesSmall() throws {
        for (width, height) in [(4001, 3001), (333, 777), (100, 3)] {
            var sizes: [[Int]] = []
            for shrinks in [true, false] where shrinks || width < 1000 {
                let decoder = ScriptedDecoder(width: width, height: height, shrinks: shrinks)
                var options = KingfisherParsedOptionsInfo()
                options.codecs = ImageCodecs(decoders: [decoder])
                let processor = ResizingImageProcessor(width: 40)
                let result = try #require(try processor.process(item: .data(Data([1])), options: options))
                sizes.append(sides(result))
                #expect(decoder.requests.map(\.onlyFirstFrame) == [true])
            }
            let expected = [40, max(Int((40 * Double(height) / Double(width)).rounded()), 1)]
            #expect(sizes.allSatisfy { $0 == expected })
        }
    }

    @Test(
        "A size that no image can have is an error before anything is decoded",
        arguments: [
            CGSize.zero, CGSize(width: 400, height: 0), CGSize(width: -1, height: 5),
            CGSize(width: CGFloat.nan, height: 5), CGSize(width: 5, height: CGFloat.infinity),
        ])
    func badSizes(_ size: CGSize) throws {
        let decoder = ScriptedDecoder(width: 10, height: 10)
        var options = KingfisherParsedOptionsInfo()
        options.codecs = ImageCodecs(decoders: [decoder])
        let error = #expect(throws: PluginError.self) {
            try ResizingImageProcessor(referenceSize: size).process(item: .data(Data([1])), options: options)
        }
        #expect(error?.code == .invalidSize)
        #expect(error?.message.contains("ResizingImageProcessor") == true)
        #expect(decoder.requests.isEmpty)
    }

    @Test("A result beyond the limits is refused before it is allocated")
    func limits() throws {
        let image = Image(pixels: try noise(width: 1, height: 2000, .gray))
        let options = KingfisherParsedOptionsInfo([.decodingLimits(.untrusted)])
        let processor = ResizingImageProcessor(
            referenceSize: CGSize(width: 400, height: 300), mode: .aspectFill)
        let error = #expect(throws: PluginError.self) {
            try processor.process(item: .image(image), options: options)
        }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.contains("400x800000") == true)
    }
}

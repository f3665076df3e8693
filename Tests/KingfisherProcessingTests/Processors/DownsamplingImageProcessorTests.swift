import Foundation
import KingfisherCore
import KingfisherProcessing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DownsamplingImageProcessorTests {
    @Test("The image lies within the box, or covers it, and is never made larger")
    func sizes() throws {
        let decoder = ScriptedDecoder(width: 200, height: 200)
        var options = KingfisherParsedOptionsInfo()
        options.codecs = ImageCodecs(decoders: [decoder])
        func size(_ width: Int, _ height: Int, _ mode: DownsamplingImageProcessor.Mode = .fit) throws -> [Int]
        {
            let processor = DownsamplingImageProcessor(size: CGSize(width: width, height: height), mode: mode)
            let result = try #require(try processor.process(item: .data(Data([1])), options: options))
            return sides(result)
        }
        #expect(try size(20, 40) == [20, 20])
        #expect(try size(20, 40, .fill) == [40, 40])
        #expect(try size(300, 300) == [200, 200])
        #expect(try size(300, 100, .fill) == [200, 200])
        let targets = decoder.requests.compactMap(\.target)
        #expect(targets.map { [$0.width, $0.height] } == [[20, 20], [40, 40], [200, 200], [200, 200]])
    }

    @Test("A decoded image is resized")
    func decoded() throws {
        let image = Image(pixels: try noise(width: 60, height: 30, .rgb))
        let processor = DownsamplingImageProcessor(size: CGSize(width: 20, height: 20))
        let result = try #require(try processor.process(item: .image(image), options: .init()))
        #expect(samples(result.pixels) == samples(try image.pixels.resized(width: 20, height: 10)))
    }

    @Test("An empty size is an error that names the processor")
    func emptySize() throws {
        let image = Image(pixels: try noise(width: 6, height: 3, .rgb))
        let error = #expect(throws: PluginError.self) {
            try DownsamplingImageProcessor(size: .zero).process(item: .image(image), options: .init())
        }
        #expect(error?.code == .invalidSize)
        #expect(error?.message.contains("DownsamplingImageProcessor") == true)
    }
}

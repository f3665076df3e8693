import Foundation
import KingfisherCore
import Testing

@Suite("Composition of processors", .timeLimit(.minutes(1)))
struct ImageProcessorTests {
    /// Writes its letter into the first samples that are still zero.
    private struct Letter: ImageProcessor {
        let letter: UInt8
        var identifier: String { String(UnicodeScalar(letter)) }

        func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
            let image = try item.image(options: options)
            var canvas = try image.pixels.thaw()
            canvas.withMutableSamples8 { samples in
                var index = 0
                while samples[index] != 0 { index += 1 }
                samples[index] = letter
            }
            return image.replacingPixels(canvas.freeze())
        }
    }

    private struct Nothing: ImageProcessor {
        let identifier = "nothing"
        func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) -> Image? { nil }
    }

    private let a = Letter(letter: 97)
    private let b = Letter(letter: 98)
    private let c = Letter(letter: 99)
    private let identity = DefaultImageProcessor.default

    private func result(of processor: any ImageProcessor) throws -> [UInt8]? {
        let image = try processor.process(item: .image(flatImage()), options: KingfisherParsedOptionsInfo())
        return image?.pixels.withSamples8 { samples in samples.indices.map { samples[$0] } }
    }

    @Test("The default processor is the identity of composition, on both sides")
    func identityLaw() {
        #expect((identity |> a).identifier == "a")
        #expect((a |> identity).identifier == "a")
        #expect((identity |> identity).identifier == "")
        #expect((identity |> a |> identity |> b |> identity).identifier == "a|>b")
        #expect((identity |> a) is Letter)
        #expect((identity |> identity).isIdentity)
        #expect(!a.isIdentity)
    }

    @Test("Composition is associative in name and result")
    func associative() throws {
        let left = (a |> b) |> c
        let right = a |> (b |> c)
        #expect(left.identifier == "a|>b|>c")
        #expect(right.identifier == "a|>b|>c")
        #expect(try result(of: left)?.prefix(4) == [97, 98, 99, 0])
        #expect(try result(of: right) == result(of: left))
    }

    @Test("The default processor returns an image as it is, and decodes bytes")
    func identityProcess() throws {
        #expect(try result(of: identity) == [UInt8](repeating: 0, count: 12))
        var options = KingfisherParsedOptionsInfo([.scaleFactor(2)])
        options.codecs = ImageCodecs(decoders: [FlatDecoder()])
        let data = Data("KFF1".utf8) + [1, 1, 1, 5]
        let image = try #require(try identity.process(item: .data(data), options: options))
        #expect(image.pixels.withSamples8 { $0[0] } == 5)
        #expect(image.scale == 2)
        #expect(throws: PluginError.self) {
            try identity.process(item: .data(Data("text".utf8)), options: options)
        }
    }

    @Test("A processor that makes nothing ends the chain")
    func nothing() throws {
        #expect(try result(of: Nothing() |> a) == nil)
        #expect(try result(of: a |> Nothing()) == nil)
    }
}

import Foundation
import KingfisherCore
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ProcessorCompositionTests {
    /// Adds its name to the image's first sample, so that order shows.
    private struct Step: ImageProcessor {
        let identifier: String
        let factor: UInt8
        var decodingTarget: DecodingTarget?

        func process(item: ImageProcessItem, options: KingfisherParsedOptionsInfo) throws -> Image? {
            guard case .image(let image) = item, factor > 0 else { return nil }
            let sample = image.pixels.withSamples8 { $0[0] }
            let layout = try PixelLayout(width: 1, height: 1, channels: .gray)
            let result = try PixelBuffer(layout: layout, copying: Data([sample &* factor &+ 1]))
            return image.replacingPixels(result)
        }
    }

    private let double = Step(identifier: "double", factor: 2)
    private let triple = Step(
        identifier: "triple", factor: 3, decodingTarget: DecodingTarget(width: 1, height: 1, mode: .fit))
    private let refusing = Step(identifier: "refusing", factor: 0)

    private func image(_ sample: UInt8) throws -> ImageProcessItem {
        let layout = try PixelLayout(width: 1, height: 1, channels: .gray)
        return .image(Image(pixels: try PixelBuffer(layout: layout, copying: Data([sample]))))
    }

    private func result(_ processor: any ImageProcessor, of sample: UInt8) throws -> UInt8? {
        try processor.process(item: image(sample), options: .init())?.pixels.withSamples8 { $0[0] }
    }

    @Test("The default processor has no identifier and hands an image on")
    func identity() throws {
        #expect(DefaultImageProcessor.default.identifier == "")
        #expect(DefaultImageProcessor.default.isIdentity)
        #expect(try result(DefaultImageProcessor.default, of: 7) == 7)
    }

    @Test("Composed with the default processor, on either side, a processor is itself")
    func identityLaw() throws {
        for composed in [
            DefaultImageProcessor.default |> double, double |> DefaultImageProcessor.default,
            DefaultImageProcessor.default |> DefaultImageProcessor.default |> double,
        ] {
            #expect(composed is Step)
            #expect(composed.identifier == "double")
            #expect(try result(composed, of: 5) == 11)
        }
        #expect((DefaultImageProcessor.default |> DefaultImageProcessor.default).isIdentity)
    }

    @Test("Processors run left to right, and are named so, however they are grouped")
    func order() throws {
        let left = double |> triple |> double
        let right = double |> (triple |> double)
        for chain in [left, right] {
            #expect(chain.identifier == "double|>triple|>double")
            // ((1·2+1)·3+1)·2+1
            #expect(try result(chain, of: 1) == 21)
        }
        #expect((triple.append(another: double)).identifier == "triple|>double")
    }

    @Test("A chain decodes for its first processor")
    func decodingTarget() {
        #expect((triple |> double).decodingTarget == triple.decodingTarget)
        #expect((double |> triple).decodingTarget == nil)
    }

    @Test("A processor that makes no image ends the chain")
    func noImage() throws {
        #expect(try result(refusing |> double, of: 1) == nil)
        #expect(try result(double |> refusing, of: 1) == nil)
    }
}

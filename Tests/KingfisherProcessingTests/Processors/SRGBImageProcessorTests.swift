import Foundation
import KingfisherCore
import KingfisherProcessing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SRGBImageProcessorTests {
    /// Takes every image for one that it has converted.
    private struct Converter: ColorConverter {
        func converted(_ image: Image, to profile: ICCProfile?) throws -> Image {
            var image = image
            image.metadata.colorCodePoints = nil
            image.scale = 7
            return image
        }

        func inkConversion(from profile: ICCProfile) throws -> InkConversion {
            throw CancellationError()
        }
    }

    private func image(_ points: ColorCodePoints?) throws -> Image {
        let layout = try PixelLayout(width: 2, height: 1, channels: .rgb)
        let pixels = try PixelBuffer(layout: layout, copying: Data([1, 2, 3, 4, 5, 6]))
        return Image(pixels: pixels, metadata: ImageMetadata(colorCodePoints: points))
    }

    private let displayP3 = ColorCodePoints(primaries: 12, transfer: 13, matrix: 0, isFullRange: true)
    private let plain = ColorCodePoints(primaries: 1, transfer: 13, matrix: 0, isFullRange: true)

    @Test("The converter of the load's codecs converts")
    func converts() throws {
        var options = KingfisherParsedOptionsInfo()
        options.codecs = ImageCodecs(colorConverter: Converter())
        let result = try SRGBImageProcessor().process(item: .image(image(displayP3)), options: options)
        #expect(result?.scale == 7)
        #expect(result?.metadata.colorCodePoints == nil)
    }

    @Test("Without one, sRGB passes, and another space is an error that names the plugin")
    func withoutConverter() throws {
        for points in [nil, plain] {
            let result = try SRGBImageProcessor().process(item: .image(image(points)), options: .init())
            #expect(result?.width == 2)
            #expect(result?.metadata.colorCodePoints == nil)
        }
        let error = #expect(throws: PluginError.self) {
            try SRGBImageProcessor().process(item: .image(image(displayP3)), options: .init())
        }
        #expect(error?.code == .unsupportedFeature)
        #expect(error?.message.contains("ColorPlugin") == true)
    }

    @Test("Its name is part of cache keys and stays")
    func identifier() {
        #expect(SRGBImageProcessor().identifier == "com.onevcat.Kingfisher.SRGBImageProcessor")
    }
}

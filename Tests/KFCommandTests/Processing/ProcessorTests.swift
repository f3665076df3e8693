import Foundation
import KingfisherCore
import KingfisherTestKit
import Testing

@testable import KFCommand

/// The processors of the command's own.
@Suite(.timeLimit(.minutes(1)))
struct ProcessorTests {
    /// Stands for a plugin that converts colours: paints everything black.
    private struct Blackener: ColorConverter {
        func converted(_ image: Image, to profile: ICCProfile?) throws -> Image {
            var converted = image.replacingPixels(try PixelCanvas(image.pixels.layout).freeze())
            converted.metadata.iccProfile = nil
            return converted
        }

        func inkConversion(from profile: ICCProfile) throws -> InkConversion { { _, _ in } }
    }

    private let options = KingfisherParsedOptionsInfo()

    private func square(_ channels: PixelLayout.Channels = .rgb) throws -> Image {
        try TestAnimation.wanderingSquare(PixelLayout(width: 16, height: 8, channels: channels))
    }

    private func profiled(_ name: String) throws -> Image {
        var image = try square()
        let codecs = Assembly.registry.codecs
        image.metadata.iccProfile = try codecs.inspect(Picture.data(name)).iccProfile
        #expect(image.metadata.iccProfile != nil)
        return image
    }

    @Test func aFrameIsTakenByItsIndex() throws {
        let image = try square()
        let taken = try FrameProcessor(index: 2).process(item: .image(image), options: options)
        #expect(try taken?.pixels.bytes == image.frames?.frame(at: 2).bytes)
        #expect(taken?.frames == nil)
        let error = #expect(throws: PluginError.self) {
            try FrameProcessor(index: 4).process(item: .image(image), options: options)
        }
        #expect(error?.message == "The animation has the frames 0 to 3; there is no --frame 4.")
    }

    @Test func theBackgroundShowsWhereNothingElseDoes() throws {
        let processor = BackgroundProcessor(color: RGBColor(red: 1, green: 2, blue: 3))
        let flat = try #require(try processor.process(item: .image(square(.rgba)), options: options))
        #expect(!flat.hasAlpha)
        #expect(try flat.pixels.bytes.suffix(3) == square(.rgb).pixels.bytes.suffix(3))
        #expect(flat.pixels.bytes.dropFirst(15 * 3).prefix(3) == Data([1, 2, 3]))
    }

    @Test func aProfileIsConvertedWhereAPluginCan() throws {
        var options = options
        options.codecs.colorConverter = Blackener()
        for drops in [false, true] {
            let processor = ColorProcessor(drops: drops)
            let image = try processor.process(item: .image(profiled("png/gray-icc.png")), options: options)
            #expect(image?.metadata.iccProfile == nil)
            #expect(image?.pixels.bytes.allSatisfy { $0 == 0 } == true)
            // Without a profile there is nothing to convert.
            let plain = try processor.process(item: .image(square()), options: options)
            #expect(try plain?.pixels.bytes == square().pixels.bytes)
        }
    }

    @Test func withoutAConverterOnlyWhatIsSRGBAnywayLosesItsProfile() throws {
        let strip = ColorProcessor(drops: true)
        let named = try strip.process(item: .image(profiled("png/rgb-icc.png")), options: options)
        #expect(named?.metadata.iccProfile == nil)
        let error = #expect(throws: PluginError.self) {
            try strip.process(item: .image(profiled("png/gray-icc.png")), options: options)
        }
        #expect(error?.code == .unsupportedFeature)
        #expect(error?.message.contains("in the colours of Kingfisher test gray") == true)
        var wide = try square()
        wide.metadata.colorCodePoints = ColorCodePoints(
            primaries: 12, transfer: 13, matrix: 0, isFullRange: true)
        let item = ImageProcessItem.image(wide)
        #expect(throws: PluginError.self) {
            try ColorProcessor(drops: false).process(item: item, options: options)
        }
    }
}

extension PixelBuffer {
    fileprivate var bytes: Data { withBytes { $0.withUnsafeBytes { Data($0) } } }
}

import Foundation
import KingfisherCore
import KingfisherJPEG
import KingfisherTestKit
import Testing

@Suite("Inks of JPEG", .timeLimit(.minutes(1)))
struct JPEGInkTests {
    /// Takes each ink as a filter, which is what the expected pixels are made by.
    struct FilterConverter: ColorConverter {
        func converted(_ image: Image, to profile: ICCProfile?) throws -> Image { image }

        func inkConversion(from profile: ICCProfile) throws -> InkConversion {
            { inks, colors in
                for pixel in 0..<inks.byteCount / 4 {
                    let light = (0..<4).map {
                        255 - Int(inks.unsafeLoad(fromByteOffset: pixel * 4 + $0, as: UInt8.self))
                    }
                    for channel in 0..<3 {
                        colors.storeBytes(
                            of: UInt8((light[channel] * light[3] + 127) / 255),
                            toByteOffset: pixel * 3 + channel,
                            as: UInt8.self)
                    }
                }
            }
        }
    }

    /// Gives magenta for whatever comes, to show that it was asked.
    struct MagentaConverter: ColorConverter {
        func converted(_ image: Image, to profile: ICCProfile?) throws -> Image { image }

        func inkConversion(from profile: ICCProfile) throws -> InkConversion {
            { inks, colors in
                for offset in 0..<inks.byteCount / 4 * 3 {
                    colors.storeBytes(of: offset % 3 == 1 ? 0 : 255, toByteOffset: offset, as: UInt8.self)
                }
            }
        }
    }

    static let files = ["cmyk", "ycck", "ycck-420"]

    func options(_ converter: any ColorConverter) -> DecodingOptions {
        var options = DecodingOptions()
        options.colorConverter = converter
        return options
    }

    func withProfile(_ file: String, _ space: ICCProfile.ColorSpace = .cmyk) throws -> Data {
        let profile = try #require(TestProfile.make(space))
        return segment(
            0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile.data, in: Fixture.read("jpeg/\(file).jpg"))
    }

    @Test("With a profile, the converter gets inks with Adobe's inversion undone", arguments: files)
    func inks(file: String) throws {
        let image = try JPEGDecoder().decode(try withProfile(file), options: options(FilterConverter()))
        #expect(image.metadata.iccProfile == nil)
        let expected = [UInt8](Fixture.read("expected/jpeg/\(file).jpg.rgba"))
        #expect(try #require(greatestDifference(image.rgba, expected)) <= 2)
        let magenta = try JPEGDecoder().decode(try withProfile(file), options: options(MagentaConverter()))
        #expect(magenta.rgba == (0..<33 * 21).flatMap { _ in [255, 0, 255, 255] as [UInt8] })
    }

    @Test("Values without an Adobe marker are inks as they are")
    func withoutAdobe() throws {
        var data = try withProfile("cmyk")
        let marker = try #require(data.range(of: Data([0xFF, 0xEE]))).lowerBound
        data[marker + 1] = 0xEF
        let inverted = try JPEGDecoder().decode(data, options: options(FilterConverter()))
        let usual = try JPEGDecoder().decode(data, options: DecodingOptions())
        #expect(try #require(greatestDifference(inverted.rgba, usual.rgba)) == 0)
        let expected = [UInt8](Fixture.read("expected/jpeg/cmyk.jpg.rgba"))
        #expect(try #require(greatestDifference(inverted.rgba, expected)) > 100)
    }

    @Test("Without a profile, or with one that is not of inks, the converter is not asked")
    func noProfile() throws {
        let expected = [UInt8](Fixture.read("expected/jpeg/cmyk.jpg.rgba"))
        for data in [Fixture.read("jpeg/cmyk.jpg"), try withProfile("cmyk", .rgb)] {
            let image = try JPEGDecoder().decode(data, options: options(MagentaConverter()))
            #expect(try #require(greatestDifference(image.rgba, expected)) <= 2)
        }
    }

    @Test("In pieces, cut and shrunk the inks are converted as well")
    func otherWays() throws {
        let data = try withProfile("ycck-420")
        var options = options(FilterConverter())
        let whole = try JPEGDecoder().decode(data, options: options)
        let decoder = try #require(JPEGDecoder().incrementalDecoder(options: options))
        var parts = 0
        for byte in data {
            try decoder.append(Data([byte]))
            if try decoder.takePartialImage() != nil { parts += 1 }
        }
        #expect(parts > 0)
        #expect(try decoder.finish().rgba == whole.rgba)

        options.allowsPartial = true
        let cut = try JPEGDecoder().decode(data.dropLast(data.count / 20), options: options)
        #expect(cut.isPartial)
        #expect(cut.rgba.prefix(33 * 4) == whole.rgba.prefix(33 * 4))
        options.target = DecodingTarget(width: 4, height: 4, mode: .fit)
        #expect(try JPEGDecoder().decode(data, options: options).width == 9)
    }
}

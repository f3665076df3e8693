import Foundation
import KingfisherCore
import KingfisherJPEG
import Testing

@Suite("Shrinking JPEG while decoding", .timeLimit(.minutes(1)))
struct JPEGShrinkTests {
    static let scaled = Fixture.decodable.flatMap { fixture in (fixture.scaled ?? []).map { (fixture, $0) } }

    @Test("Pixels at a fraction of the size are those of djpeg -scale", arguments: scaled)
    func pixels(fixture: Fixture, scaled: Fixture.Scaled) throws {
        // Half the scaled size, rounded down, is the greatest target for which it suffices.
        let target = DecodingTarget(width: scaled.width / 2, height: scaled.height / 2, mode: .fit)
        let image = try JPEGDecoder().decode(fixture.data, options: DecodingOptions(target: target))
        #expect(image.width == scaled.width)
        #expect(image.height == scaled.height)
        let difference = greatestDifference(image.rgba, [UInt8](Fixture.read(scaled.expected)))
        #expect(try #require(difference) <= fixture.tolerance!)
    }

    /// photo.jpg has 97x61 pixels; fractions give 13x8, 25x16, 37x23, 49x31, 61x39, 73x46, 85x54.
    @Test(
        "The smallest fraction is taken that is twice the target in both directions",
        arguments: [
            (6, 6, DecodingTarget.Mode.fit, 13), (7, 7, .fit, 25), (12, 12, .fit, 25), (24, 24, .fit, 49),
            (25, 100, .fit, 61), (100, 15, .fit, 49), (48, 48, .fit, 97), (100, 100, .fit, 97),
            (4, 4, .fill, 13), (6, 6, .fill, 25), (4, 15, .fill, 49), (30, 1, .fill, 61), (49, 31, .fill, 97),
        ])
    func choice(width: Int, height: Int, mode: DecodingTarget.Mode, decodedWidth: Int) throws {
        let options = DecodingOptions(target: DecodingTarget(width: width, height: height, mode: mode))
        let image = try JPEGDecoder().decode(Fixture.read("jpeg/photo.jpg"), options: options)
        #expect(image.width == decodedWidth)
    }

    @Test("Targets are upright: of an image lying on its side they count the other way")
    func orientation() throws {
        // Stored 33x21, upright 21x33: 1/8 would be 5x3 stored, so 3 wide.
        let data = Fixture.read("jpeg/exif-6-odd.jpg")
        let flat = DecodingOptions(target: DecodingTarget(width: 1, height: 100, mode: .fit))
        #expect(try JPEGDecoder().decode(data, options: flat).width == 3)
        let tall = DecodingOptions(target: DecodingTarget(width: 100, height: 8, mode: .fit))
        let image = try JPEGDecoder().decode(data, options: tall)
        #expect(image.height == 17)
        #expect(image.width == 11)
    }
}

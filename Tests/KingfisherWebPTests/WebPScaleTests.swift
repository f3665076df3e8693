import Foundation
import KingfisherCore
import KingfisherWebP
import Testing

@Suite("Scaling WebP while decoding", .timeLimit(.minutes(1)))
struct WebPScaleTests {
    static let shrunk = Fixture.decodable.flatMap { fixture in (fixture.shrunk ?? []).map { (fixture, $0) } }

    @Test("Pixels are those of dwebp -scale", arguments: shrunk)
    func pixels(fixture: Fixture, shrunk: Fixture.Shrunk) throws {
        let target = DecodingTarget(width: shrunk.target, height: 1000, mode: .fit)
        let image = try WebPImage.decode(fixture.data, DecodingOptions(target: target))
        #expect((image.width, image.height) == (shrunk.width, shrunk.height))
        let isSame = try image.pixels.rgba == Fixture.read(shrunk.expected)
        #expect(isSame)
    }

    @Test("Targets are upright: of an image lying on its side they count the other way")
    func orientation() throws {
        // Stored 33x21, upright 21x33.
        let target = DecodingTarget(width: 5, height: 100, mode: .fit)
        let image = try WebPImage.decode("exif-6", DecodingOptions(target: target))
        #expect((image.width, image.height) == (10, 16))
    }

    @Test("The first frame alone is scaled where it takes up the canvas, and an animation never is")
    func animations() throws {
        let target = DecodingTarget(width: 4, height: 4, mode: .fit)
        let options = DecodingOptions(target: target, onlyFirstFrame: true)
        #expect(try WebPImage.decode("anim-blended", options).width == 8)
        #expect(try WebPImage.decode("anim-small-frames", options).width == 32)
        let moving = try WebPImage.decode("anim-blended", DecodingOptions(target: target))
        #expect(moving.width == 32)
        #expect(moving.frames?.frameCount == 5)
    }

    @Test(
        "The pixel limit counts what is held: a lossy image as scaled, one without loss or with alpha in full"
    )
    func limits() throws {
        var limits = DecodingLimits.standard
        limits.pixels = 20 * 13
        let small = DecodingOptions(
            limits: limits, target: DecodingTarget(width: 10, height: 10, mode: .fit))
        #expect(try WebPImage.decode("photo", small).width == 20)
        for name in ["photo-alpha", "photo-lossless"] {
            let error = #expect(throws: PluginError.self) { try WebPImage.decode(name, small) }
            #expect(error?.code == .limitExceeded)
        }
    }
}

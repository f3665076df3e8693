import Foundation
import KingfisherCore
import Testing

@testable import KFCommand

/// The choice among encoders that a plugin might bring; none of them writes anything.
@Suite(.timeLimit(.minutes(1)))
struct FormatChoiceTests {
    private struct Encoder: ImageEncoder {
        let format: ImageFormat
        let supportsAlpha = true
        var supportsAnimation = false

        func encode(_ image: Image, options: EncodingOptions) throws -> Data { Data() }
    }

    private let plain = ImageCodecs(encoders: [Encoder(format: .png), Encoder(format: .jpeg)])
    private let rich = ImageCodecs(encoders: [
        Encoder(format: .png), Encoder(format: .apng, supportsAnimation: true), Encoder(format: .jpeg),
        Encoder(format: .webp, supportsAnimation: true),
    ])

    private func choice(
        _ codecs: ImageCodecs, named: ImageFormat? = nil, file: String = "a"
    ) throws -> FormatChoice {
        try FormatChoice(named: named, output: .file(file), codecs: codecs)
    }

    @Test func theExtensionOfPNGStandsForAnimationsToo() throws {
        let choice = try choice(rich, file: "a.png")
        #expect(!choice.isStill)
        #expect(choice.format(own: .webp) == .png)
        #expect(try choice.encoder(for: .png, isAnimated: true).format == .apng)
        #expect(try choice.encoder(for: .png, isAnimated: false).format == .png)
    }

    @Test func whoNamesPNGGetsPNG() throws {
        let choice = try choice(rich, named: .png, file: "a.png")
        #expect(choice.isStill)
        #expect(try choice.encoder(for: .png, isAnimated: true).format == .png)
        #expect(try self.choice(rich, named: .apng).encoder(for: .apng, isAnimated: true).format == .apng)
    }

    @Test func withoutAnEncoderForAnimationsPNGIsStill() throws {
        let choice = try choice(plain, file: "a.PNG")
        #expect(choice.isStill)
        #expect(try choice.encoder(for: .png, isAnimated: true).format == .png)
        #expect(try choice.encoder(for: .apng, isAnimated: true).format == .png)
    }

    @Test func theSourcesOwnFormatMayBeEither() throws {
        let choice = try choice(rich)
        #expect(!choice.isStill)
        #expect(choice.format(own: .jpeg) == .jpeg)
        #expect(try choice.encoder(for: .webp, isAnimated: true).format == .webp)
        let error = #expect(throws: PluginError.self) {
            try choice.encoder(for: .gif, isAnimated: true)
        }
        #expect(error?.message == "GIF cannot be written; kf writes png, apng, jpeg, webp.")
    }
}

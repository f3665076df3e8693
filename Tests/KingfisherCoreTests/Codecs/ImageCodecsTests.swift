import Foundation
import KingfisherCore
import Testing

@Suite("The choice of a codec", .timeLimit(.minutes(1)))
struct ImageCodecsTests {
    private let codecs = ImageCodecs(decoders: [FlatDecoder()], encoders: [FlatEncoder()])
    private let file = Data("KFF1".utf8) + [1, 1, 3, 10, 20, 30]

    @Test("The decoder that recognises the content decodes it, from a slice as well")
    func decodes() throws {
        for data in [file, (Data([0]) + file).dropFirst()] {
            let image = try codecs.decode(data)
            #expect(image.pixels.withSamples8 { [$0[0], $0[1], $0[2]] } == [10, 20, 30])
            #expect(try codecs.inspect(data).width == 1)
        }
    }

    @Test(
        "What no decoder reads is an error that says what it seems to be",
        arguments: [
            ("", "0 bytes"), ("<!DOCTYPE html><p>404", "an HTML page"), ("  <HTML>", "an HTML page"),
            ("not found", "text"), ("\u{1}\u{2}\u{3}", "binary data"),
            ("GIF89a", "GIF, which no registered plugin"),
        ])
    func unrecognized(text: String, description: String) {
        let error = #expect(throws: PluginError.self) { try codecs.decode(Data(text.utf8)) }
        #expect(error?.code == .unsupportedFormat)
        #expect(error?.message.contains(description) == true)
        #expect(text.isEmpty || error?.message.contains("Registered: Flat") == true)
    }

    @Test("A format that no encoder writes is named")
    func noEncoder() throws {
        let image = try flatImage()
        let error = #expect(throws: PluginError.self) { try codecs.encode(image, as: .webp) }
        #expect(error?.code == .unsupportedFormat)
        #expect(error?.message.contains("WebP") == true)
    }

    @Test("Too many encoded bytes are refused before a decoder sees them")
    func tooLong() {
        var options = DecodingOptions()
        options.limits.encodedBytes = file.count - 1
        let error = #expect(throws: PluginError.self) { try codecs.decode(file, options: options) }
        #expect(error?.code == .limitExceeded)
        #expect(throws: PluginError.self) { try codecs.inspect(file, limits: options.limits) }
    }

    @Test("The decoding target asks for twice what resampling ends at, and never for more than there is")
    func target() {
        let fit = DecodingTarget(width: 400, height: 400, mode: .fit)
        #expect(fit.minimumSize(forWidth: 4_000, height: 3_000) == (800, 600))
        #expect(fit.minimumSize(forWidth: 300, height: 200) == (300, 200))
        let fill = DecodingTarget(width: 400, height: 400, mode: .fill)
        #expect(fill.minimumSize(forWidth: 4_000, height: 3_000) == (1_067, 800))
        let thin = DecodingTarget(width: 0, height: -5, mode: .fit).minimumSize(forWidth: 1, height: 30_000)
        #expect(thin.width == 1 && thin.height >= 1)
    }
}

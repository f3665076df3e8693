import KingfisherCore
import Testing

@Suite("Decoding limits", .timeLimit(.minutes(1)))
struct DecodingLimitsTests {
    private let limits = DecodingLimits(
        pixels: 100, animationPixels: 250, frames: 10, encodedBytes: 50, metadataBytes: 5)

    private func code(_ check: () throws -> Void) -> PluginError.Code? {
        do {
            try check()
            return nil
        } catch {
            return (error as? PluginError)?.code
        }
    }

    @Test("The named limits are the documented figures")
    func figures() {
        #expect(DecodingLimits.standard.pixels == 134_217_728)
        #expect(DecodingLimits.standard.frames == 4_096)
        #expect(DecodingLimits.standard.encodedBytes == 268_435_456)
        #expect(DecodingLimits.standard.metadataBytes == 16_777_216)
        let untrusted = DecodingLimits(
            pixels: 50_000_000, animationPixels: 100_000_000, frames: 512, encodedBytes: 33_554_432,
            metadataBytes: 4_194_304)
        #expect(DecodingLimits.untrusted == untrusted)
    }

    @Test("A size at the limit passes and one beyond it does not")
    func pixels() {
        #expect(code { try limits.check(width: 10, height: 10, pluginID: "t") } == nil)
        #expect(code { try limits.check(width: 101, height: 1, pluginID: "t") } == .limitExceeded)
        #expect(code { try limits.check(width: .max, height: .max, pluginID: "t") } == .limitExceeded)
        #expect(code { try limits.check(width: 0, height: 10, pluginID: "t") } == .corrupt)
        #expect(code { try limits.check(width: -3, height: 10, pluginID: "t") } == .corrupt)
    }

    @Test("Frames are limited in number and in pixels over all of them")
    func frames() {
        #expect(code { try limits.check(frames: 10, width: 5, height: 5, pluginID: "t") } == nil)
        #expect(code { try limits.check(frames: 11, width: 1, height: 1, pluginID: "t") } == .limitExceeded)
        #expect(code { try limits.check(frames: 10, width: 26, height: 1, pluginID: "t") } == .limitExceeded)
        #expect(code { try limits.check(frames: 2, width: .max, height: 2, pluginID: "t") } == .limitExceeded)
        #expect(code { try limits.check(frames: 9, width: .max, height: 1, pluginID: "t") } == .limitExceeded)
    }

    @Test("Encoded bytes are limited")
    func bytes() {
        #expect(code { try limits.check(encodedByteCount: 50, pluginID: "t") } == nil)
        #expect(code { try limits.check(encodedByteCount: 51, pluginID: "t") } == .limitExceeded)
    }

    @Test("The message names what was asked, the limit and the plugin")
    func message() {
        let error = #expect(throws: PluginError.self) {
            try limits.check(width: 2_147_483_647, height: 2_147_483_647, pluginID: "png")
        }
        #expect(error?.pluginID == "png")
        #expect(error?.message.contains("2147483647x2147483647") == true)
        #expect(error?.message.contains("100") == true)
    }
}

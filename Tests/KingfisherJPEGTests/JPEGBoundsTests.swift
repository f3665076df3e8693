import Foundation
import KingfisherCore
import KingfisherJPEG
import Testing

@Suite("JPEG that claims more than it holds, and kinds that are not decoded", .timeLimit(.minutes(1)))
struct JPEGBoundsTests {
    func options(pixels: Int, allowsPartial: Bool = false) -> DecodingOptions {
        var limits = DecodingLimits.standard
        limits.pixels = pixels
        return DecodingOptions(
            limits: limits, target: DecodingTarget(width: 10, height: 10, mode: .fit),
            allowsPartial: allowsPartial)
    }

    @Test("An image that only shrinking brings within the limits has at most sixteen times as many pixels")
    func fullSize() throws {
        let data = Fixture.read("jpeg/photo.jpg")
        // 25x16 pixels come out of 97x61.
        #expect(try JPEGDecoder().decode(data, options: options(pixels: 25 * 16)).width == 25)
        let wide = frame(of: data, width: 97 * 32, height: 61)
        let error = #expect(throws: PluginError.self) {
            try JPEGDecoder().decode(wide, options: options(pixels: 97 * 61))
        }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.contains("DecodingLimits.pixels") == true)
    }

    @Test("Its data have to be without gaps, and end the decode where they end", arguments: [false, true])
    func gaps(allowsPartial: Bool) throws {
        let data = frame(of: Fixture.read("jpeg/photo.jpg"), width: 30_000, height: 30_000)
        let start = ContinuousClock.now
        // The end marker in place of most of the blocks.
        let error = #expect(throws: PluginError.self) {
            try JPEGDecoder().decode(
                data, options: options(pixels: 100_000_000, allowsPartial: allowsPartial))
        }
        #expect(error?.code == .corrupt)
        // The end of the data.
        let cut = Result {
            try JPEGDecoder().decode(
                data.dropLast(2), options: options(pixels: 100_000_000, allowsPartial: allowsPartial))
        }
        switch cut {
        case .success(let image): #expect(allowsPartial && image.isPartial)
        case .failure(let error): #expect((error as? PluginError)?.code == .truncated)
        }
        #expect(ContinuousClock.now - start < .seconds(2))
    }

    @Test("Below the limits a gap is shown as every decoder shows it")
    func smallGap() throws {
        let data = frame(of: Fixture.read("jpeg/photo.jpg"), width: 97, height: 200)
        let image = try JPEGDecoder().decode(data, options: DecodingOptions())
        #expect(image.height == 200)
        #expect(image.rgba.suffix(4) == [128, 128, 128, 255])
    }

    @Test("A cut image beyond the limits is gray where nothing was decoded")
    func cut() throws {
        let data = Fixture.read("jpeg/photo.jpg")
        let whole = try JPEGDecoder().decode(data, options: options(pixels: 25 * 16))
        let image = try JPEGDecoder().decode(
            data.dropLast(data.count / 3), options: options(pixels: 25 * 16, allowsPartial: true))
        #expect(image.isPartial)
        #expect(image.rgba.prefix(25 * 4 * 4) == whole.rgba.prefix(25 * 4 * 4))
        #expect(image.rgba.suffix(25 * 4).enumerated().allSatisfy { $0 % 4 == 3 || $1 == 128 })
    }

    @Test("Arithmetic coding, which needs next to no bytes, is held to the limit at full size")
    func arithmetic() throws {
        let data = Fixture.read("jpeg/arithmetic.jpg")
        let error = #expect(throws: PluginError.self) {
            try JPEGDecoder().decode(data, options: options(pixels: 61 * 45 - 1))
        }
        #expect(error?.code == .limitExceeded)
        #expect(try JPEGDecoder().decode(data, options: options(pixels: 61 * 45)).width < 61)
    }

    @Test(
        "Other kinds are inspected, and refused by name",
        arguments: [
            (0xC3, 8, "lossless JPEG (SOF3)"), (0xC5, 8, "hierarchical JPEG (SOF5)"), (0xC1, 12, "12 bits"),
            (0xCB, 16, "lossless JPEG (SOF11)"), (0xCD, 8, "hierarchical JPEG (SOF13)"),
        ] as [(UInt8, UInt8, String)])
    func otherKinds(marker: UInt8, precision: UInt8, word: String) throws {
        let data = frame(of: Fixture.read("jpeg/420.jpg"), marker: marker, precision: precision)
        let info = try JPEGDecoder().inspect(data, limits: .standard)
        #expect((info.width, info.height, info.bitDepth) == (33, 21, Int(precision)))
        let error = #expect(throws: PluginError.self) {
            try JPEGDecoder().decode(data, options: DecodingOptions())
        }
        #expect(error?.code == .unsupportedFeature)
        #expect(error?.message.contains(word) == true)
    }

    @Test("JPEG-LS is told apart")
    func otherFormat() throws {
        let data = frame(of: Fixture.read("jpeg/420.jpg"), marker: 0xF7)
        let error = #expect(throws: PluginError.self) { try JPEGDecoder().inspect(data, limits: .standard) }
        #expect(error?.code == .unsupportedFeature)
        #expect(error?.message.contains("JPEG-LS") == true)
    }
}

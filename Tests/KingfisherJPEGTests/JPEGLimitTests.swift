import Foundation
import KingfisherCore
import KingfisherJPEG
import Testing

@Suite("JPEG files that ask for too much", .timeLimit(.minutes(1)))
struct JPEGLimitTests {
    let thumbnail = DecodingTarget(width: 10, height: 10, mode: .fit)

    func limits(pixels: Int = 128 << 20, metadata: Int = 16 << 20) -> DecodingLimits {
        var limits = DecodingLimits.standard
        limits.pixels = pixels
        limits.metadataBytes = metadata
        return limits
    }

    @Test("The pixel limit counts pixels as decoded, so that a large image may be decoded small")
    func pixels() throws {
        let data = Fixture.read("jpeg/photo.jpg")
        let options = DecodingOptions(limits: limits(pixels: 97 * 61 - 1))
        let error = #expect(throws: PluginError.self) { try JPEGDecoder().decode(data, options: options) }
        #expect(error?.code == .limitExceeded)
        #expect(
            try JPEGDecoder().decode(data, options: DecodingOptions(limits: limits(pixels: 97 * 61))).width
                == 97)
        let small = DecodingOptions(limits: limits(pixels: 25 * 16), target: thumbnail)
        #expect(try JPEGDecoder().decode(data, options: small).width == 25)
        #expect(try JPEGDecoder().inspect(data, limits: limits(pixels: 1)).width == 97)
    }

    @Test("Progressive images count by what their coefficients take, at whatever size they are decoded")
    func coefficients() throws {
        let data = Fixture.read("jpeg/photo-progressive.jpg")
        // Three components without subsampling, each of 13x8 blocks of 128 bytes.
        let bytes = 3 * 13 * 8 * 128
        let refused = DecodingOptions(limits: limits(pixels: bytes / 8 - 1), target: thumbnail)
        let error = #expect(throws: PluginError.self) { try JPEGDecoder().decode(data, options: refused) }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.contains("\(bytes)") == true)
        let allowed = DecodingOptions(limits: limits(pixels: bytes / 8), target: thumbnail)
        #expect(try JPEGDecoder().decode(data, options: allowed).width == 25)
    }

    @Test("No limit at all is a limit that can be asked for")
    func unlimited() throws {
        let options = DecodingOptions(limits: limits(pixels: .max, metadata: .max))
        #expect(try JPEGDecoder().decode(Fixture.read("jpeg/icc-multi.jpg"), options: options).width == 33)
    }

    @Test("A profile longer than the limit on metadata is refused")
    func metadata() throws {
        let data = Fixture.read("jpeg/icc.jpg")
        let error = #expect(throws: PluginError.self) {
            try JPEGDecoder().inspect(data, limits: limits(metadata: 100))
        }
        #expect(error?.code == .limitExceeded)
        #expect(throws: PluginError.self) {
            try JPEGDecoder().decode(data, options: DecodingOptions(limits: limits(metadata: 100)))
        }
    }

    @Test("A progressive image of endless scans is refused, one of many is not")
    func scans() throws {
        let data = Fixture.read("jpeg/progressive.jpg")
        // The first scan, of DC values, which may be sent again without changing what follows.
        let start = try #require(data.range(of: Data([0xFF, 0xDA]))).lowerBound
        let end = try #require(data.range(of: Data([0xFF, 0xC4]), in: start..<data.count)).lowerBound
        let scan = data[start..<end]
        func repeated(_ times: Int) -> Data {
            var result = data.dropLast(2)
            for _ in 0..<times { result.append(scan) }
            return result + [0xFF, 0xD9]
        }
        #expect(try JPEGDecoder().decode(repeated(50), options: DecodingOptions()).width == 61)
        let error = #expect(throws: PluginError.self) {
            try JPEGDecoder().decode(repeated(600), options: DecodingOptions())
        }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.contains("scans") == true)
    }

    @Test("A decode and an encode whose task is cancelled end with a CancellationError")
    func cancellation() async throws {
        let image = try JPEGDecoder().decode(Fixture.read("jpeg/photo.jpg"), options: DecodingOptions())
        let decode = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try JPEGDecoder().decode(Fixture.read("jpeg/photo.jpg"), options: DecodingOptions())
        }
        await #expect(throws: CancellationError.self) { try await decode.value }
        let encode = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try JPEGEncoder().encode(image, options: EncodingOptions())
        }
        await #expect(throws: CancellationError.self) { try await encode.value }
    }

    @Test("Any single byte turned over in a small file ends in an image or an error, never a trap")
    func changedBytes() {
        for file in ["jpeg/8x8.jpg", "jpeg/exif-8-progressive.jpg"] {
            let data = Fixture.read(file)
            for index in 2..<data.count {
                var changed = data
                changed[index] ^= 0xFF
                do {
                    let options = DecodingOptions(limits: limits(pixels: 1 << 14))
                    _ = try JPEGDecoder().decode(changed, options: options)
                } catch {
                    #expect(error is PluginError)
                }
            }
        }
    }
}

import Foundation
import KingfisherCore
import KingfisherProcessing
import Testing

/// Expected hashes come from thumbhash 0.1.2 of PyPI, its precedence of `if` corrected where there is alpha.
@Suite(.timeLimit(.minutes(1)))
struct ThumbHashTests {
    private func source(_ name: String) throws -> PixelBuffer {
        let all = try ResizeReference.all()
        let row = try #require(all.first { $0.inputDump == name })
        return try row.load(row.inputDump, 64, 48)
    }

    /// The bytes' halves.
    private func halves(_ bytes: some Sequence<UInt8>) -> [Int] {
        bytes.flatMap { [Int($0 & 15), Int($0 >> 4)] }
    }

    @Test(
        "A picture has the hash that another program gives it",
        arguments: [
            ("resize/rgb.rgb8", false, "JOoJZYhQd3dziIeHh3eHeICSx5+e"),
            ("resize/soft.rgba8", false, "ZcqBFIIksHpimZN3Fw4q6/UHePh1h4h4CA=="),
            ("resize/soft.rgba8", true, "ZcqBFAIkMgeWt3maBxLqdfv+iAeFh4d3CA=="),
        ])
    func encodes(_ name: String, _ isTransposed: Bool, _ expected: String) throws {
        let picture = try isTransposed ? transposed(source(name)) : source(name)
        let (result, wanted) = (
            halves(try ThumbHash(of: picture).bytes), halves(try #require(Data(base64Encoded: expected)))
        )
        #expect(result.count == wanted.count)
        #expect(Array(result.prefix(12)) == Array(wanted.prefix(12)))
        // A wave that is not there lies between two levels: which one is a matter of the last bit of sums.
        #expect(zip(result, wanted).allSatisfy { abs($0 - $1) <= 1 })
    }

    @Test("A placeholder shows the picture, blurred, in its shape and with its alpha")
    func decodes() throws {
        for name in ["resize/rgb.rgb8", "resize/soft.rgba8"] {
            let picture = try source(name)
            let placeholder = try ThumbHash(of: picture).pixels()
            #expect(placeholder.layout.channels == picture.layout.channels)
            #expect(placeholder.width == 32 && 22...27 ~= placeholder.height)
            let blurred = try picture.blurred(radius: 8)
                .resized(width: placeholder.width, height: placeholder.height)
            let (first, second) = (samples(try placeholder.premultiplied()), samples(blurred))
            let mean = zip(first, second).map { abs($0 - $1) }.reduce(0, +) / first.count
            #expect(mean <= 24)
        }
    }

    @Test("One colour stays that colour, whatever the shape")
    func uniform() throws {
        for (width, height) in [(90, 3), (3, 200), (40, 40)] {
            let pixels = Array(repeating: [200, 100, 40], count: width * height).flatMap { $0 }
            let all = samples(try ThumbHash(of: buffer(pixels, width: width, .rgb)).pixels())
            for (index, value) in all.enumerated() { #expect(abs(value - [200, 100, 40][index % 3]) <= 5) }
        }
    }

    @Test("Too few bytes are an error")
    func truncated() throws {
        let whole = try ThumbHash(of: source("resize/rgb.rgb8")).bytes
        for count in 0..<whole.count {
            let error = #expect(throws: PluginError.self) { try ThumbHash(whole.prefix(count)) }
            #expect(error?.code == .corrupt)
        }
    }

    @Test("The provider needs an encoder, and has a key of its own")
    func provider() async throws {
        let hash = try ThumbHash(of: source("resize/rgb.rgb8"))
        let provider = ThumbHashImageDataProvider(hash, codecs: ImageCodecs())
        #expect(provider.cacheKey == "thumbhash:\(hash.bytes.base64EncodedString())")
        await #expect(throws: PluginError.self) { try await provider.data() }
    }
}

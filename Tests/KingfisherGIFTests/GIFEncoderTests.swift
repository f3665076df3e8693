import Foundation
import KingfisherCore
import KingfisherGIF
import KingfisherTestKit
import Testing

@Suite("GIF encodes stills", .timeLimit(.minutes(2)))
struct GIFEncoderTests {
    private let decoder = GIFDecoder()

    private func recoded(
        _ pixels: PixelBuffer, _ options: EncodingOptions = EncodingOptions(),
        dithering: GIFDithering = .diffusion
    ) throws -> PixelBuffer {
        let data = try GIFEncoder(dithering: dithering).encode(Image(pixels: pixels), options: options)
        return try decoder.decode(data, options: DecodingOptions()).pixels
    }

    @Test(
        "Up to 256 colours are kept exactly, with transparency up to 255", arguments: [1, 2, 3, 17, 255, 256])
    func exactColors(count: Int) throws {
        let opaque = try PixelBuffer.make(33, 16) { x, y in
            let index = (y * 33 + x) % count
            return [UInt8(index), UInt8(255 - index), UInt8(index * 7 & 0xFF)]
        }
        #expect(try recoded(opaque).isIdentical(to: opaque))
        guard count <= 255 else { return }
        let clear = try PixelBuffer.make(33, 16, .rgba) { x, y in
            let index = (y * 33 + x) % count
            return x == y ? [0, 0, 0, 0] : [UInt8(index), UInt8(255 - index), 0, 255]
        }
        #expect(try recoded(clear).isIdentical(to: clear))
    }

    @Test("Alpha is cut at one half, and its colour kept")
    func alpha() throws {
        let pixels = try PixelBuffer.make(4, 1, .rgba) { x, _ in [200, 100, 50, [0, 127, 128, 255][x]] }
        #expect(
            try Array(recoded(pixels).rgba()) == [
                0, 0, 0, 0, 0, 0, 0, 0, 200, 100, 50, 255, 200, 100, 50, 255,
            ])
    }

    @Test(
        "Quality bounds the number of colours",
        arguments: [(1, 4), (50, 128), (100, 256), (nil, 256)] as [(Int?, Int)])
    func quality(quality: Int?, most: Int) throws {
        let pixels = try PixelBuffer.make(64, 64) { x, y in [UInt8(x * 4), UInt8(y * 4), UInt8(x + y)] }
        let result = try recoded(pixels, EncodingOptions(quality: quality)).rgba()
        let colors = Set(stride(from: 0, to: result.count, by: 4).map { Array(result[$0..<$0 + 3]) })
        #expect(colors.count <= most)
        #expect(colors.count > most / 2)
    }

    @Test("Refinement brings the palette closer, diffusion the picture seen from afar")
    func closeness() throws {
        let pixels = try PixelBuffer.make(128, 128) { x, y in
            [UInt8(x * 2), UInt8((x * y / 64) & 0xFF), UInt8(255 - y * 2)]
        }
        func error(_ result: PixelBuffer, blurred: Bool) throws -> Double {
            try ImageError.meanSquare(result.rgba(), pixels.rgba(), width: 128, blurred: blurred)
        }
        let options = EncodingOptions(quality: 12)
        let crude = try recoded(pixels, EncodingOptions(quality: 12, effort: 0), dithering: .none)
        let fine = try recoded(pixels, EncodingOptions(quality: 12, effort: 9), dithering: .none)
        #expect(try error(fine, blurred: false) < error(crude, blurred: false))
        for dithering in [GIFDithering.diffusion, .ordered] {
            let dithered = try recoded(pixels, options, dithering: dithering)
            #expect(try error(dithered, blurred: true) < error(fine, blurred: true) * 0.7)
        }
    }

    @Test("A side of more than 65,535 pixels is refused")
    func tooLarge() throws {
        let pixels = try PixelCanvas(PixelLayout(width: 65536, height: 1, channels: .rgb)).freeze()
        let error = #expect(throws: PluginError.self) { try recoded(pixels) }
        #expect(error?.code == .encodingFailed)
    }

    @Test("Another program sees the same pixels", .enabled(if: ChildProgram.path(of: "convert") != nil))
    func otherDecoder() async throws {
        let pixels = try PixelBuffer.make(61, 40, .rgba) { x, y in
            x < 5 ? [0, 0, 0, 0] : [UInt8(x * 4), UInt8(y * 6), 90, 255]
        }
        let data = try GIFEncoder().encode(Image(pixels: pixels), options: EncodingOptions())
        let ours = try decoder.decode(data, options: DecodingOptions()).pixels.rgba()
        #expect(try await OtherProgram.frames(of: data, length: ours.count) == [ours])
    }
}

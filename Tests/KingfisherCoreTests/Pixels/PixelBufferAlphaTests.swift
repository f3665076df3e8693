import Foundation
import KingfisherCore
import Testing

@Suite(.timeLimit(.minutes(2)))
struct PixelBufferAlphaTests {
    @Test("Every 8-bit colour and alpha multiplies to the nearest value")
    func premultipliesExactly() throws {
        let pairs = (0...65535).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        let result = try buffer8(pairs, .grayAlpha, width: 256).premultiplied()
        #expect(result.layout.alphaMode == .premultiplied)
        let wrong = zip(samples8(result), pairs).enumerated().filter { index, pair in
            guard index.isMultiple(of: 2) else { return pair.0 != pair.1 }
            return pair.0 != UInt8((Double(pair.1) * Double(pairs[index + 1]) / 255).rounded())
        }
        #expect(wrong.isEmpty)
    }

    @Test("Colours of a pixel multiply each for itself, at every alpha")
    func premultipliesColors() throws {
        var pixels: [UInt8] = []
        for color in UInt8.min...UInt8.max {
            for alpha in UInt8.min...UInt8.max { pixels += [color, 255 - color, color ^ 0x55, alpha] }
        }
        let result = samples8(try buffer8(pixels, .rgba, width: 256).premultiplied())
        let wrong = result.indices.filter { index in
            guard index % 4 < 3 else { return result[index] != pixels[index] }
            let product = Double(pixels[index]) * Double(pixels[index | 3]) / 255
            return result[index] != UInt8(product.rounded())
        }
        #expect(wrong.isEmpty)
    }

    @Test("Every 8-bit colour and alpha divides to the nearest value")
    func unpremultipliesExactly() throws {
        let pairs = (0...255).flatMap { alpha in (0...alpha).flatMap { [UInt8($0), UInt8(alpha)] } }
        let result = try buffer8(pairs, .grayAlpha, width: pairs.count / 2, premultiplied: true).straight()
        #expect(result.layout.alphaMode == .straight)
        let wrong = zip(samples8(result), pairs).enumerated().filter { index, pair in
            guard index.isMultiple(of: 2) else { return pair.0 != pair.1 }
            let alpha = Double(pairs[index + 1])
            return pair.0 != (alpha == 0 ? 0 : UInt8((Double(pair.1) * 255 / alpha).rounded()))
        }
        #expect(wrong.isEmpty)
    }

    @Test("16-bit colours multiply and divide to the nearest value")
    func sixteenBits() throws {
        var pairs: [UInt16] = []
        for alpha in stride(from: 0, through: 65535, by: 257) {
            for color in stride(from: 0, through: 65535, by: 331) { pairs += [UInt16(color), UInt16(alpha)] }
        }
        pairs += [65535, 65535, 65535, 1, 1, 65535, 32768, 65535, 65534, 65534]
        let mixed = samples16(try buffer16(pairs, .grayAlpha).premultiplied())
        let back = samples16(try buffer16(mixed, .grayAlpha, premultiplied: true).straight())
        for index in stride(from: 0, to: pairs.count, by: 2) {
            let alpha = Double(pairs[index + 1])
            let product = (Double(pairs[index]) * alpha / 65535).rounded()
            let quotient = alpha == 0 ? 0 : (product * 65535 / alpha).rounded()
            guard mixed[index] == UInt16(product), back[index] == UInt16(quotient) else {
                Issue.record("\(pairs[index]) at alpha \(pairs[index + 1]): \(mixed[index]), \(back[index])")
                return
            }
        }
    }

    @Test("A premultiplied colour above its alpha, which no picture has, becomes full colour")
    func impossibleColor() throws {
        let result = try buffer8([200, 100, 3, 100], .rgba, width: 1, premultiplied: true).straight()
        #expect(samples8(result) == [255, 255, 8, 100])
    }

    @Test("Opaque pixels and pixels already so are returned as they are")
    func unchanged() throws {
        let opaque = try buffer8([1, 2, 3], .rgb, width: 1)
        #expect(try opaque.premultiplied().layout == opaque.layout)
        let straight = try buffer8([10, 20, 30, 128], .rgba, width: 1)
        #expect(samples8(try straight.straight()) == [10, 20, 30, 128])
        #expect(samples8(try straight.premultiplied()) == [5, 10, 15, 128])
        #expect(samples8(straight) == [10, 20, 30, 128], "a shared buffer is not written to")
    }

    @Test("Flattening lays straight and premultiplied colours over a background")
    func flattens() throws {
        let straight = try buffer8([200, 100, 0, 128, 9, 9, 9, 0, 7, 8, 9, 255], .rgba, width: 3)
        let onRed = try straight.flattened(on: RGBColor(red: 255, green: 0, blue: 0))
        #expect(onRed.layout.channels == .rgb)
        // (200·128 + 255·127) / 255 = 227.4; 100·128 / 255 = 50.2
        #expect(samples8(onRed) == [227, 50, 0, 255, 0, 0, 7, 8, 9])
        #expect(
            samples8(try straight.premultiplied().flattened(on: RGBColor(red: 255, green: 0, blue: 0)))
                == samples8(onRed))
    }

    @Test("Gray stays gray over gray and takes colour from a coloured background")
    func flattensGray() throws {
        let gray = try buffer8([100, 51, 0, 0], .grayAlpha, width: 2)
        let onWhite = try gray.flattened(on: RGBColor(red: 255, green: 255, blue: 255))
        #expect(onWhite.layout.channels == .gray)
        #expect(samples8(onWhite) == [224, 255])
        #expect(
            samples8(try gray.flattened(on: RGBColor(red: 0, green: 0, blue: 255))) == [
                20, 20, 224, 0, 0, 255,
            ])
        let deep = try buffer16([65535, 0, 1000, 65535], .grayAlpha)
        #expect(
            samples16(try deep.flattened(on: RGBColor(red: 128, green: 128, blue: 128))) == [128 * 257, 1000])
    }

    private func buffer8(
        _ samples: [UInt8], _ channels: PixelLayout.Channels, width: Int, premultiplied: Bool = false
    ) throws -> PixelBuffer {
        let layout = try PixelLayout(
            width: width, height: samples.count / channels.count / width, channels: channels,
            premultiplied: premultiplied)
        return try PixelBuffer(layout: layout, copying: Data(samples))
    }

    private func buffer16(
        _ samples: [UInt16], _ channels: PixelLayout.Channels, premultiplied: Bool = false
    ) throws -> PixelBuffer {
        let layout = try PixelLayout(
            width: samples.count / channels.count, height: 1, channels: channels, depth: .sixteen,
            premultiplied: premultiplied)
        return try PixelBuffer(layout: layout, copying: samples.withUnsafeBytes { Data($0) })
    }

    private func samples8(_ buffer: PixelBuffer) -> [UInt8] {
        buffer.withSamples8 { span in span.indices.map { span[$0] } }
    }

    private func samples16(_ buffer: PixelBuffer) -> [UInt16] {
        buffer.withSamples16 { span in span.indices.map { span[$0] } }
    }
}

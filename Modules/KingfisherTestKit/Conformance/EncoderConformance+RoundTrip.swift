internal import Foundation
internal import KingfisherCore

extension EncoderConformance {
    func check(for layout: PixelLayout) -> ConformanceCheck {
        let kind = "\(layout.channels) of \(layout.depth.rawValue) bits, alpha \(layout.alphaMode)"
        return ConformanceCheck(
            subject: "\(type(of: encoder)), \(layout.width)x\(layout.height) pixels, \(kind)")
    }

    /// Encodes, checks that the bytes are of the format, and decodes.
    func roundTrip(
        _ image: Image, _ check: ConformanceCheck, _ options: EncodingOptions? = nil
    ) throws -> Image {
        let data = try check.expectSuccess("encoding") {
            try encoder.encode(image, options: options ?? self.options)
        }
        try check.expect(
            decoder.recognizes(data.span), "the decoder does not recognise the bytes as \(encoder.format)")
        let decoded = try check.expectSuccess("decoding what was encoded") {
            try decoder.decode(data, options: DecodingOptions(keepsHighDepth: true))
        }
        try check.expect(
            (decoded.width, decoded.height) == (image.width, image.height),
            "it came back as \(decoded.width)x\(decoded.height) pixels")
        return decoded
    }

    func expect(
        _ pixels: PixelBuffer, closeTo expected: PixelBuffer, within tolerance: Double,
        _ check: ConformanceCheck
    ) throws {
        guard let difference = pixels.largestDifference(from: expected) else {
            throw TestKitFailure("\(check.subject): the sizes differ")
        }
        try check.expect(
            difference <= tolerance,
            "a sample is off by \(difference) steps of 8 bits; \(tolerance) are allowed")
    }

    /// Straight pixels with colour multiplied by alpha, correctly rounded.
    func multiplied(_ pixels: PixelBuffer) throws -> PixelBuffer {
        let layout = pixels.layout
        var canvas = try PixelCanvas(layout.with(premultiplied: true))
        let whole = layout.depth == .eight ? 255 : 65535
        let count = layout.channels.count
        func product(_ index: Int, _ sample: (Int) -> Int) -> Int {
            let alpha = sample(index - index % count + count - 1)
            return index % count == count - 1 ? alpha : (sample(index) * alpha + whole / 2) / whole
        }
        switch layout.depth {
        case .eight:
            let samples = pixels.withSamples8 { span in span.indices.map { Int(span[$0]) } }
            canvas.withMutableSamples8 { target in
                for index in 0..<target.count { target[index] = UInt8(product(index) { samples[$0] }) }
            }
        case .sixteen:
            let samples = pixels.withSamples16 { span in span.indices.map { Int(span[$0]) } }
            canvas.withMutableSamples16 { target in
                for index in 0..<target.count { target[index] = UInt16(product(index) { samples[$0] }) }
            }
        }
        return canvas.freeze()
    }

    /// RGBA pixels that are either opaque or nothing, decided at half the full alpha.
    func withoutPartialAlpha(_ pixels: PixelBuffer) throws -> PixelBuffer {
        guard pixels.layout.channels.hasAlpha else { return pixels }
        var canvas = try pixels.converted(to: PixelKind(.rgba)).thaw()
        canvas.withMutableSamples8 { samples in
            for pixel in stride(from: 0, to: samples.count, by: 4) {
                let isThere = samples[pixel + 3] >= 128
                for channel in pixel..<pixel + 3 where !isThere { samples[channel] = 0 }
                samples[pixel + 3] = isThere ? .max : 0
            }
        }
        return canvas.freeze()
    }

    func show(_ profile: ICCProfile?) -> String {
        profile.map { "\($0.data.count) bytes" } ?? "none"
    }
}

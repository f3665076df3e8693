import Foundation
import KingfisherCore
import KingfisherTestKit
import Testing

@Suite("Pixels become those of another kind", .timeLimit(.minutes(1)))
struct PixelConversionTests {
    static let kinds = [PixelLayout.Channels.gray, .grayAlpha, .rgb, .rgba].flatMap { channels in
        [PixelLayout.Depth.eight, .sixteen].map { PixelKind(channels, $0) }
    }

    @Test("What is added can be taken away again", arguments: kinds)
    func thereAndBack(kind: PixelKind) throws {
        let layout = try PixelLayout(width: 61, height: 7, channels: kind.channels, depth: kind.depth)
        let pixels = try TestImage.slopes(layout)
        let wide = PixelKind(kind.channels.hasAlpha ? .rgba : .rgb, .sixteen)
        #expect(try pixels.converted(to: wide).converted(to: kind).isIdentical(to: pixels))
        let withAlpha = PixelKind(kind.channels.hasColor ? .rgba : .grayAlpha, kind.depth)
        #expect(try pixels.converted(to: withAlpha).converted(to: kind).isIdentical(to: pixels))
    }

    @Test("Sixteen bits are rounded to the nearest of eight")
    func rounding() throws {
        let layout = try PixelLayout(width: 65_536, height: 1, channels: .gray, depth: .sixteen)
        var canvas = try PixelCanvas(layout)
        canvas.withMutableSamples16 { for index in 0..<$0.count { $0[index] = UInt16(index) } }
        let narrow = try canvas.freeze().converted(to: PixelKind(.gray))
        let expected = (0..<65_536).map { UInt8((Double($0) / 257).rounded()) }
        #expect(samples(narrow) == expected)
    }

    /// Expected values reckoned by hand.
    @Test(
        "One pixel, by hand",
        arguments: [
            ([200, 100, 50, 128], PixelLayout.Channels.rgba, false, PixelKind(.rgb), [227, 177, 152]),
            ([100, 50, 25, 128], .rgba, true, PixelKind(.rgba), [199, 100, 50, 128]),
            ([100, 50, 25, 128], .rgba, true, PixelKind(.rgb), [227, 177, 152]),
            ([200, 128], .grayAlpha, false, PixelKind(.rgb), [227, 227, 227]),
            ([255, 0, 0], .rgb, false, PixelKind(.gray), [76]),
            ([255, 0, 0, 0], .rgba, false, PixelKind(.gray), [255]),
            ([9], .gray, false, PixelKind(.rgba), [9, 9, 9, 255]),
        ] as [([UInt8], PixelLayout.Channels, Bool, PixelKind, [UInt8])])
    func byHand(
        pixel: [UInt8], channels: PixelLayout.Channels, premultiplied: Bool, kind: PixelKind,
        expected: [UInt8]
    ) throws {
        let layout = try PixelLayout(width: 1, height: 1, channels: channels, premultiplied: premultiplied)
        let buffer = try PixelBuffer(layout: layout, copying: Data(pixel))
        #expect(samples(try buffer.converted(to: kind)) == expected)
        var bands: [UInt8] = []
        try buffer.eachBand(as: kind) { bytes, _ in
            bands += bytes.withUnsafeBytes { Array($0) }
        }
        #expect(bands == expected)
    }

    @Test(
        "Bands follow each other, whole and in order",
        arguments: [PixelKind(.rgb), PixelKind(.rgba, .sixteen)])
    func bands(kind: PixelKind) throws {
        let layout = try PixelLayout(width: 1000, height: 150, channels: .rgb)
        let pixels = try TestImage.slopes(layout)
        var (next, bytes) = (0, Data())
        try pixels.eachBand(as: kind) { band, rows in
            #expect(rows.lowerBound == next)
            next = rows.upperBound
            bytes.append(band.withUnsafeBytes { Data($0) })
        }
        #expect(next == 150)
        let whole = try pixels.converted(to: kind)
        #expect(bytes == whole.withBytes { span in span.withUnsafeBytes { Data($0) } })
    }

    private func samples(_ buffer: PixelBuffer) -> [UInt8] {
        buffer.withSamples8 { span in span.indices.map { span[$0] } }
    }
}

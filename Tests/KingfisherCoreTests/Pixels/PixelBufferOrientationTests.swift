import Foundation
import KingfisherCore
import Testing

@Suite("Turning pixels upright", .timeLimit(.minutes(1)))
struct PixelBufferOrientationTests {
    /// What ImageMagick 6.9 makes of the rows 1 2 3 and 4 5 6 with each orientation:
    /// `convert -size 3x2 gray:in -orient ... miff:- | convert miff:- -auto-orient gray:-`.
    static let turned: [(orientation: ImageOrientation, order: [UInt8])] = [
        (.up, [1, 2, 3, 4, 5, 6]), (.upMirrored, [3, 2, 1, 6, 5, 4]), (.down, [6, 5, 4, 3, 2, 1]),
        (.downMirrored, [4, 5, 6, 1, 2, 3]), (.leftMirrored, [1, 4, 2, 5, 3, 6]),
        (.right, [4, 1, 5, 2, 6, 3]),
        (.rightMirrored, [6, 3, 5, 2, 4, 1]), (.left, [3, 6, 2, 5, 1, 4]),
    ]

    /// FNV-1a hashes of what ImageMagick 6.9 makes of the larger image below.
    static let largeHashes: [(orientation: ImageOrientation, hash: UInt64)] = [
        (.up, 0x2379_1d94_2a9e_0e94), (.upMirrored, 0xa18e_7fa2_ff98_78da), (.down, 0x6419_3247_47bd_45da),
        (.downMirrored, 0xf9b2_f98e_b9f0_aadc), (.leftMirrored, 0x76a9_15d6_94bc_7c60),
        (.right, 0x810d_52e3_bf78_4fb8), (.rightMirrored, 0xe104_0a96_8bc9_489a),
        (.left, 0xafda_dde0_251e_4bda),
    ]

    static let layouts: [(PixelLayout.Channels, PixelLayout.Depth)] = [
        (.gray, .eight), (.grayAlpha, .eight), (.rgb, .eight), (.rgba, .eight),
        (.gray, .sixteen), (.grayAlpha, .sixteen), (.rgb, .sixteen), (.rgba, .sixteen),
    ]

    @Test("Every layout is turned as ImageMagick turns it", arguments: turned, layouts)
    func eachLayout(
        turned: (orientation: ImageOrientation, order: [UInt8]),
        kind: (channels: PixelLayout.Channels, depth: PixelLayout.Depth)
    ) throws {
        let layout = try PixelLayout(width: 3, height: 2, channels: kind.channels, depth: kind.depth)
        func pixels(_ order: [UInt8]) -> Data {
            Data(order.flatMap { number in (0..<layout.bytesPerPixel).map { number * 16 + UInt8($0) } })
        }
        let stored = try PixelBuffer(layout: layout, copying: pixels([1, 2, 3, 4, 5, 6]))
        let upright = try stored.upright(from: turned.orientation)
        #expect(upright.width == (turned.orientation.swapsAxes ? 2 : 3))
        #expect(upright.height == (turned.orientation.swapsAxes ? 3 : 2))
        #expect(upright.layout.channels == kind.channels)
        #expect(upright.layout.depth == kind.depth)
        #expect(upright.bytes == pixels(turned.order))
    }

    @Test(
        "An image larger than a block of the copy is turned as ImageMagick turns it", arguments: largeHashes)
    func large(expected: (orientation: ImageOrientation, hash: UInt64)) throws {
        var samples = Data()
        for y in 0..<45 {
            for x in 0..<70 { samples.append(UInt8(truncatingIfNeeded: x * 7 + y * 13 + x * y)) }
        }
        let stored = try PixelBuffer(
            layout: PixelLayout(width: 70, height: 45, channels: .gray), copying: samples)
        let upright = try stored.upright(from: expected.orientation)
        #expect(fnv1a(upright.bytes) == expected.hash)
    }

    @Test("Premultiplied alpha stays premultiplied")
    func alphaMode() throws {
        let layout = try PixelLayout(width: 1, height: 2, channels: .rgba, premultiplied: true)
        let stored = try PixelBuffer(layout: layout, copying: Data(1...8))
        #expect(try stored.upright(from: .right).layout.alphaMode == .premultiplied)
        #expect(try stored.upright(from: .down).layout.alphaMode == .premultiplied)
    }

    private func fnv1a(_ bytes: Data) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}

extension PixelBuffer {
    fileprivate var bytes: Data {
        withBytes { span in span.withUnsafeBytes { Data($0) } }
    }
}

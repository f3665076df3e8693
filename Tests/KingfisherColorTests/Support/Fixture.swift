import Foundation
import KingfisherCore
import TestFixtures
import Testing

/// Profiles and answers of Tests/Fixtures/color; `Tools/fixturelib/color.py` says what they are.
enum Fixture {
    static func data(_ file: String) throws -> Data { try FixtureFolder.data("color/\(file)") }

    static func profile(_ name: String) throws -> ICCProfile {
        try #require(ICCProfile(try data("\(name).icc")))
    }

    /// Samples that the file has as 16 bits, big-endian.
    static func wide(_ file: String) throws -> [UInt16] {
        let bytes = [UInt8](try data(file))
        return stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    }
}

/// Each channel's steps in turn, the last channel's fastest.
func steps(channels: Int, count: Int) -> [UInt8] {
    let pixels = (0..<channels).reduce(1) { product, _ in product * count }
    return (0..<pixels).flatMap { pixel in
        (0..<channels).map { channel in
            let place = (channel + 1..<channels).reduce(pixel) { rest, _ in rest / count }
            return UInt8(place % count * 255 / (count - 1))
        }
    }
}

/// An image of one row of the given samples.
func image(
    _ samples: [UInt8], _ channels: PixelLayout.Channels, _ depth: PixelLayout.Depth = .eight,
    profile: ICCProfile? = nil, premultiplied: Bool = false
) throws -> Image {
    let layout = try PixelLayout(
        width: samples.count / channels.count, height: 1, channels: channels, depth: depth,
        premultiplied: premultiplied)
    let wide = samples.map { UInt16($0) * 257 }
    let bytes = depth == .eight ? Data(samples) : wide.withUnsafeBytes { Data($0) }
    return Image(
        pixels: try PixelBuffer(layout: layout, copying: bytes), metadata: ImageMetadata(iccProfile: profile))
}

extension Image {
    /// The samples as 16 bits, 8 bits times 257.
    var wide: [UInt16] {
        switch pixels.layout.depth {
        case .eight: pixels.withSamples8 { samples in samples.indices.map { UInt16(samples[$0]) * 257 } }
        case .sixteen: pixels.withSamples16 { samples in samples.indices.map { samples[$0] } }
        }
    }

    var bytes: [UInt8] {
        pixels.withBytes { bytes in (0..<bytes.byteCount).compactMap { bytes.byte(at: $0) } }
    }
}

/// The largest difference between the two, in their own steps; nil where they are of different lengths.
func difference<Sample: BinaryInteger>(_ first: [Sample], _ second: [Sample]) -> Int? {
    guard first.count == second.count else { return nil }
    return zip(first, second).map { abs(Int($0) - Int($1)) }.max()
}

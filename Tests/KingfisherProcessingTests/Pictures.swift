import Foundation
import KingfisherCore

/// A buffer of samples in steps, whatever its depth.
func buffer(
    _ samples: [Int], width: Int, _ channels: PixelLayout.Channels, depth: PixelLayout.Depth = .eight,
    premultiplied: Bool = false
) throws -> PixelBuffer {
    let layout = try PixelLayout(
        width: width, height: samples.count / channels.count / width, channels: channels, depth: depth,
        premultiplied: premultiplied)
    let bytes =
        switch depth {
        case .eight: Data(samples.map { UInt8($0) })
        case .sixteen: samples.map { UInt16($0) }.withUnsafeBytes { Data($0) }
        }
    return try PixelBuffer(layout: layout, copying: bytes)
}

/// Reproducible noise over the whole range of samples.
func noise(
    width: Int, height: Int, _ channels: PixelLayout.Channels, depth: PixelLayout.Depth = .eight
) throws -> PixelBuffer {
    var state: UInt64 = 88_172_645_463_325_252
    let samples = (0..<width * height * channels.count).map { _ in
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % (1 << UInt64(depth.rawValue)))
    }
    return try buffer(samples, width: width, channels, depth: depth)
}

/// All samples, as integers.
func samples(_ buffer: PixelBuffer) -> [Int] {
    switch buffer.layout.depth {
    case .eight: buffer.withSamples8 { span in span.indices.map { Int(span[$0]) } }
    case .sixteen: buffer.withSamples16 { span in span.indices.map { Int(span[$0]) } }
    }
}

/// One channel as a gray picture.
func plane(_ channel: Int, of picture: PixelBuffer) throws -> PixelBuffer {
    let step = picture.layout.channels.count
    let all = samples(picture)
    return try buffer(
        stride(from: channel, to: all.count, by: step).map { all[$0] }, width: picture.width, .gray,
        depth: picture.layout.depth)
}

/// The picture with rows and columns exchanged.
func transposed(_ picture: PixelBuffer) throws -> PixelBuffer {
    let step = picture.layout.channels.count
    let all = samples(picture)
    var result: [Int] = []
    for x in 0..<picture.width {
        for y in 0..<picture.height {
            let start = (y * picture.width + x) * step
            result += all[start..<start + step]
        }
    }
    return try buffer(
        result, width: picture.height, picture.layout.channels, depth: picture.layout.depth,
        premultiplied: picture.layout.alphaMode == .premultiplied)
}

/// The picture turned by half, pixel by pixel.
func turned(_ picture: PixelBuffer) throws -> PixelBuffer {
    let step = picture.layout.channels.count
    let all = samples(picture)
    let result = stride(from: all.count - step, through: 0, by: -step).flatMap { all[$0..<$0 + step] }
    return try buffer(
        result, width: picture.width, picture.layout.channels, depth: picture.layout.depth,
        premultiplied: picture.layout.alphaMode == .premultiplied)
}

/// The largest difference between samples of equal layouts, in steps.
func largestDifference(_ first: PixelBuffer, _ second: PixelBuffer) -> Int {
    guard first.layout == second.layout else { return .max }
    return zip(samples(first), samples(second)).map { abs($0 - $1) }.max() ?? 0
}

/// Width and height.
func sides(_ image: Image) -> [Int] {
    [image.width, image.height]
}

/// Width and height.
func sides(_ pixels: PixelBuffer) -> [Int] {
    [pixels.width, pixels.height]
}

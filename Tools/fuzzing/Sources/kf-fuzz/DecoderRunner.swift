import Foundation
import KingfisherCore

/// Takes bytes through everything a decoder offers, within limits that keep a run short.
struct DecoderRunner {
    let decoder: any ImageDecoder

    private static let limits = DecodingLimits(
        pixels: 1 << 20, animationPixels: 1 << 24, frames: 64, encodedBytes: 1 << 20, metadataBytes: 1 << 20)

    func run(_ data: Data) {
        _ = try? decoder.inspect(data, limits: Self.limits)
        let options = DecodingOptions(limits: Self.limits, keepsHighDepth: true, keepsMetadata: true)
        if let image = try? decoder.decode(data, options: options) {
            precondition(image.width * image.height <= Self.limits.pixels, "the limit of pixels was passed")
            play(image)
        }
        decodeInPart(data)
        decodeInPieces(data)
    }

    /// The first frames in order, then one out of order.
    private func play(_ image: Image) {
        guard let frames = image.frames else { return }
        for index in 0..<min(frames.frameCount, 8) { _ = try? frames.frame(at: index) }
        _ = try? frames.frame(at: frames.frameCount / 2)
    }

    private func decodeInPart(_ data: Data) {
        let options = DecodingOptions(
            limits: Self.limits, target: DecodingTarget(width: 8, height: 8, mode: .fit),
            onlyFirstFrame: true,
            allowsPartial: true)
        _ = try? decoder.decode(data, options: options)
    }

    private func decodeInPieces(_ data: Data) {
        guard let incremental = decoder.incrementalDecoder(options: DecodingOptions(limits: Self.limits))
        else { return }
        let size = max(data.count / 5, 1)
        var rest = data
        while !rest.isEmpty {
            guard (try? incremental.append(rest.prefix(size))) != nil else { return }
            _ = try? incremental.takePartialImage()
            rest = rest.dropFirst(size)
        }
        _ = try? incremental.finish()
    }
}

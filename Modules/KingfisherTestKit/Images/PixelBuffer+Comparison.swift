internal import Foundation
public import KingfisherCore

extension PixelBuffer {
    /// The samples as RGBA with 16 bits each, whatever the layout: gray spread, 8 bits times 257, opaque where there
    /// is no alpha. Alpha stays straight or premultiplied as it is.
    public func rgba16() -> [UInt16] {
        let wide: [UInt16] =
            switch layout.depth {
            case .eight: withSamples8 { samples in samples.indices.map { UInt16(samples[$0]) * 257 } }
            case .sixteen: withSamples16 { samples in samples.indices.map { samples[$0] } }
            }
        var spread: [UInt16] = []
        spread.reserveCapacity(width * height * 4)
        for pixel in stride(from: 0, to: wide.count, by: layout.channels.count) {
            let color = layout.channels.hasColor ? [0, 1, 2] : [0, 0, 0]
            for channel in color { spread.append(wide[pixel + channel]) }
            spread.append(layout.channels.hasAlpha ? wide[pixel + layout.channels.count - 1] : .max)
        }
        return spread
    }

    /// The largest difference between samples of two buffers of the same size, in steps of 8 bits.
    ///
    /// - Returns: nil where the sizes differ. Compares what `rgba16()` gives.
    public func largestDifference(from other: PixelBuffer) -> Double? {
        guard (width, height) == (other.width, other.height) else { return nil }
        let steps = zip(rgba16(), other.rgba16()).map { abs(Int($0) - Int($1)) }
        return Double(steps.max() ?? 0) / 257
    }

    /// Whether both have the same layout and bytes.
    public func isIdentical(to other: PixelBuffer) -> Bool {
        guard layout == other.layout else { return false }
        return withBytes { bytes in
            other.withBytes { otherBytes in
                unsafe bytes.withUnsafeBytes { bytes in
                    unsafe otherBytes.withUnsafeBytes { unsafe bytes.elementsEqualInMemory($0) }
                }
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether both hold the same bytes; far quicker than element by element where nothing is optimised.
    fileprivate func elementsEqualInMemory(_ other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard let start = baseAddress, let otherStart = other.baseAddress else { return true }
        return unsafe memcmp(start, otherStart, count) == 0
    }
}

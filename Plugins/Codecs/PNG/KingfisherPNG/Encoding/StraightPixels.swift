internal import KingfisherCore

/// Divides colour by alpha again.
///
/// The colour of a wholly transparent pixel is lost in multiplying; it becomes 0.
enum StraightPixels {
    /// Samples of whole premultiplied pixels as straight ones, in the same layout.
    static func bytes(of pixels: RawSpan, _ layout: PixelLayout) -> [UInt8] {
        pixels.withUnsafeBytes { source in
            [UInt8](unsafeUninitializedCapacity: source.count) { target, count in
                let target = UnsafeMutableRawBufferPointer(target)
                switch layout.depth {
                case .eight: straighten(source, into: target, layout.channels.count, UInt8.self)
                case .sixteen: straighten(source, into: target, layout.channels.count, UInt16.self)
                }
                count = source.count
            }
        }
    }

    private static func straighten<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
        _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, _ channels: Int,
        _ type: Sample.Type
    ) {
        let size = MemoryLayout<Sample>.size
        let whole = UInt32(Sample.max)
        for pixel in stride(from: 0, to: source.count, by: channels * size) {
            let alphaOffset = pixel + (channels - 1) * size
            let alpha = source.loadUnaligned(fromByteOffset: alphaOffset, as: Sample.self)
            target.storeBytes(of: alpha, toByteOffset: alphaOffset, as: Sample.self)
            for offset in stride(from: pixel, to: alphaOffset, by: size) {
                let color = source.loadUnaligned(fromByteOffset: offset, as: Sample.self)
                // 65,535 times itself and half of it still fit 32 bits.
                let straight = alpha == 0 ? 0 : (UInt32(color) * whole + UInt32(alpha) / 2) / UInt32(alpha)
                target.storeBytes(of: Sample(min(straight, whole)), toByteOffset: offset, as: Sample.self)
            }
        }
    }
}

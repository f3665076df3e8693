internal import KingfisherCore

extension FrameBlend {
    /// The integer arithmetic of libwebp's animation decoder, which rounds alpha and colour down.
    static let libwebp = FrameBlend(
        replacesCleared: true,
        eight: { source, target, channels in
            guard channels == 4 else { return over(source, &target, channels: channels) }
            source.withUnsafeBytes { source in
                target.withUnsafeMutableBytes { target in
                    for offset in stride(from: 0, to: source.count, by: 4) {
                        let above = UInt32(
                            littleEndian: source.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
                        guard above >> 24 > 0 else { continue }
                        let below = UInt32(
                            littleEndian: target.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
                        target.storeBytes(
                            of: blended(above, over: below).littleEndian, toByteOffset: offset,
                            as: UInt32.self)
                    }
                }
            }
        })

    /// Lays one pixel over another, alpha in the upper byte; `above` is not wholly transparent.
    ///
    /// Alpha counts in 256ths where it is subtracted, and the division by the resulting alpha is a multiplication by
    /// its inverse in 24 bits; both as the library has it.
    private static func blended(_ above: UInt32, over below: UInt32) -> UInt32 {
        let alpha = above >> 24
        guard alpha < 255 else { return above }
        let rest = ((below >> 24) * (256 - alpha)) >> 8
        let sum = alpha + rest
        let inverse = (1 << 24) / sum
        var pixel = sum << 24
        for shift: UInt32 in [0, 8, 16] {
            let color = ((above >> shift) & 0xFF) * alpha + ((below >> shift) & 0xFF) * rest
            pixel |= ((color &* inverse) >> 24) << shift
        }
        return pixel
    }
}

import KingfisherCore

extension PixelBuffer {
    /// A number that tells pictures apart in identifiers, the same on every machine and in every release.
    ///
    /// FNV-1a of 64 bits (draft-eastlake-fnv) over the size, the kind of pixels and the samples. Not for pictures that somebody chooses
    /// in order to be taken for another.
    var fingerprint: UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func take(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let premultiplied = layout.alphaMode == .premultiplied ? 1 : 0
        for number in [width, height, layout.channels.count, layout.depth.rawValue, premultiplied] {
            for shift in stride(from: 0, to: 64, by: 8) { take(UInt8(truncatingIfNeeded: number >> shift)) }
        }
        switch layout.depth {
        case .eight: withSamples8 { for index in $0.indices { take($0[index]) } }
        case .sixteen:
            withSamples16 {
                for index in $0.indices {
                    take(UInt8(truncatingIfNeeded: $0[index]))
                    take(UInt8(truncatingIfNeeded: $0[index] >> 8))
                }
            }
        }
        return hash
    }
}

internal import KingfisherCore

extension Pixels {
    /// Takes pixels of any layout; those of less than half the full alpha are absent.
    /// - Throws: `CancellationError`.
    init(_ buffer: PixelBuffer) throws {
        var values: [UInt32] = []
        values.reserveCapacity(buffer.width * buffer.height)
        try buffer.eachBand(as: PixelKind(.rgba)) { bytes, _ in
            bytes.withUnsafeBytes { bytes in
                for offset in stride(from: 0, to: bytes.count, by: 4) {
                    let stored = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                    let pixel = UInt32(littleEndian: stored)
                    let isThere = pixel >= 0x8000_0000
                    values.append(isThere ? UInt32(littleEndian: pixel | 0xFF00_0000) : 0)
                }
            }
        }
        self.init(width: buffer.width, values: values)
    }
}

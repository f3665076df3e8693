/// The Castagnoli CRC (RFC 3720, appendix B.4), eight bytes at a step by tables.
///
/// Finds torn and rotten files; it is no protection from somebody who means harm.
struct CRC32C {
    /// Eight tables of 256 entries, one behind the other: table t gives the effect of a byte with t bytes after it.
    private static let tables: [UInt32] = {
        var tables: [UInt32] = []
        for byte in 0..<UInt32(256) {
            var crc = byte
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82f6_3b78 : crc >> 1 }
            tables.append(crc)
        }
        for index in 256..<2048 {
            let before = tables[index - 256]
            tables.append(before >> 8 ^ tables[Int(before & 0xff)])
        }
        return tables
    }()

    private var state: UInt32 = 0xffff_ffff

    /// The checksum of everything so far.
    var value: UInt32 { ~state }

    /// The checksum of some bytes.
    static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
        var checksum = CRC32C()
        checksum.update(bytes)
        return checksum.value
    }

    /// Takes in more bytes.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        state = Self.tables.withUnsafeBufferPointer { tables in
            var crc = state
            var offset = 0
            while offset + 8 <= bytes.count {
                let low =
                    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) ^ crc
                let high = UInt32(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
                crc =
                    tables[1792 + Int(low & 0xff)] ^ tables[1536 + Int(low >> 8 & 0xff)]
                    ^ tables[1280 + Int(low >> 16 & 0xff)] ^ tables[1024 + Int(low >> 24)]
                    ^ tables[768 + Int(high & 0xff)] ^ tables[512 + Int(high >> 8 & 0xff)]
                    ^ tables[256 + Int(high >> 16 & 0xff)] ^ tables[Int(high >> 24)]
                offset += 8
            }
            while offset < bytes.count {
                crc = crc >> 8 ^ tables[Int((crc ^ UInt32(bytes[offset])) & 0xff)]
                offset += 1
            }
            return crc
        }
    }
}

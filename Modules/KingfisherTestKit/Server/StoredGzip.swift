internal import Foundation

/// Writes gzip streams (RFC 1952) of stored deflate blocks (RFC 1951, 3.2.4): valid, and in need of no compressor.
enum StoredGzip {
    static func encode(_ data: Data) -> Data {
        let bytes = [UInt8](data)
        var stream: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]
        var start = 0
        repeat {
            let end = min(bytes.count, start + 0xffff)
            let length = UInt16(end - start)
            stream.append(end == bytes.count ? 1 : 0)
            stream += littleEndian(length) + littleEndian(~length)
            stream += bytes[start..<end]
            start = end
        } while start < bytes.count
        stream += littleEndian(crc32(bytes)) + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
        return Data(stream)
    }

    /// The check sum of RFC 1952, section 8, a bit at a time.
    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xedb8_8320 : sum >> 1 }
        }
        return ~sum
    }

    private static func littleEndian<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        (0..<(Value.bitWidth / 8)).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}

import Foundation

/// Puts PNG files together chunk by chunk, as no encoder would.
enum PNGBytes {
    static let signature = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])

    /// The chunks of a file, each with its length, type and checksum.
    static func chunks(of file: Data) -> [(type: String, bytes: Data)] {
        var chunks: [(String, Data)] = []
        var offset = 8
        while offset + 12 <= file.count {
            let length = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let type = String(decoding: file[offset + 4..<offset + 8], as: UTF8.self)
            chunks.append((type, file[offset..<offset + 12 + length]))
            offset += 12 + length
        }
        return chunks
    }

    /// A chunk without its length and checksum.
    struct Chunk {
        let type: String
        let content: [UInt8]
    }

    static func contents(of file: Data) -> [Chunk] {
        chunks(of: file).map { Chunk(type: $0.type, content: Array($0.bytes.dropFirst(8).dropLast(4))) }
    }

    static func file(of chunks: [Chunk]) -> Data {
        chunks.reduce(into: signature) { $0 += chunk($1.type, $1.content) }
    }

    /// The file without chunks of the given types.
    static func removing(_ types: Set<String>, from file: Data) -> Data {
        chunks(of: file).filter { !types.contains($0.type) }.reduce(into: signature) { $0 += $1.bytes }
    }

    /// A chunk with the right checksum.
    static func chunk(_ type: String, _ content: [UInt8]) -> Data {
        let body = Array(type.utf8) + content
        return bigEndian(UInt32(content.count)) + Data(body) + bigEndian(checksum(body))
    }

    /// The file with chunks put in front of the first chunk of the given type.
    static func inserting(_ chunk: Data, before type: String, in file: Data) -> Data {
        var isInserted = false
        return chunks(of: file).reduce(into: signature) { result, next in
            if next.type == type, !isInserted {
                result += chunk
                isInserted = true
            }
            result += next.bytes
        }
    }

    static func bigEndian(_ value: UInt32) -> Data {
        Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) })
    }

    /// The cyclic redundancy check of PNG, annex D of its specification.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var remainder = UInt32.max
        for byte in bytes {
            remainder = remainders[Int(UInt8(truncatingIfNeeded: remainder) ^ byte)] ^ remainder >> 8
        }
        return ~remainder
    }

    private static let remainders: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    /// A zlib stream, without its end, that unpacks to a gibibyte of zeros out of seven megabytes.
    ///
    /// One block of fixed Huffman codes (RFC 1951, section 3.2.6): a literal 0, then matches of 258 bytes at distance
    /// 1, 13 bits each, so that eight of them fill 13 bytes and the stream repeats itself.
    static let gibibyteOfZeros: [UInt8] = {
        let match: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]
        var bits: [UInt8] = [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0]
        for _ in 0..<16 { bits += match }
        let bytes = (0..<bits.count / 8).map { byte in
            (0..<8).reduce(UInt8(0)) { $0 | bits[byte * 8 + $1] << $1 }
        }
        var matches = Array(bytes[2..<15])
        while matches.count / 13 * 8 * 258 < 1 << 30 { matches += matches }
        return [0x78, 0x01] + bytes[..<2] + matches
    }()
}

/// A SHA-256 digest.
struct Digest: Hashable, Sendable {
    static let byteCount = 32

    /// The first 64 bits and those after them.
    private let words: SIMD4<UInt64>

    init(_ hash: SIMD8<UInt32>) {
        words = SIMD4(
            UInt64(hash[0]) << 32 | UInt64(hash[1]), UInt64(hash[2]) << 32 | UInt64(hash[3]),
            UInt64(hash[4]) << 32 | UInt64(hash[5]), UInt64(hash[6]) << 32 | UInt64(hash[7]))
    }

    /// The digest whose 32 bytes these are.
    init(bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount)
        var words = SIMD4<UInt64>()
        for (index, byte) in bytes.enumerated() { words[index / 8] = words[index / 8] << 8 | UInt64(byte) }
        self.words = words
    }

    /// The first 64 bits.
    var prefix: UInt64 { words[0] }

    /// 32 bytes.
    var bytes: [UInt8] {
        (0..<Self.byteCount).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> (56 - 8 * UInt64($0 % 8))) }
    }

    /// 64 lowercase hexadecimal digits.
    var hexadecimal: String {
        String(unsafeUninitializedCapacity: 2 * Self.byteCount) { text in
            for index in 0..<2 * Self.byteCount {
                let digit = UInt8(truncatingIfNeeded: words[index / 16] >> (60 - 4 * UInt64(index % 16))) & 15
                text[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
            }
            return 2 * Self.byteCount
        }
    }
}

/// SHA-256 of short messages (FIPS 180-4), so that naming a file needs no C library.
enum SHA256 {
    private static let initial = SIMD8<UInt32>(
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
        0x5be0_cd19)

    private static let roundConstants: InlineArray<64, UInt32> = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
        0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7,
        0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc,
        0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351,
        0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e,
        0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585,
        0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f,
        0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
        0xc671_78f2,
    ]

    /// The digest of the UTF-8 bytes of a text.
    static func digest(of text: String) -> Digest {
        var text = text
        return text.withUTF8 { digest(of: UnsafeRawBufferPointer($0)) }
    }

    /// The digest of some bytes.
    static func digest(of message: UnsafeRawBufferPointer) -> Digest {
        var hash = initial
        let wholeBlocks = message.count / 64 * 64
        for start in stride(from: 0, to: wholeBlocks, by: 64) {
            compress(UnsafeRawBufferPointer(rebasing: message[start..<start + 64]), into: &hash)
        }
        // The rest, a one bit, zeros, and the length in bits, in one or two blocks.
        let rest = message[wholeBlocks...]
        withUnsafeTemporaryAllocation(byteCount: 128, alignment: 8) { end in
            end.initializeMemory(as: UInt8.self, repeating: 0)
            end.copyBytes(from: rest)
            end[rest.count] = 0x80
            let length = rest.count < 56 ? 64 : 128
            end.storeBytes(
                of: (UInt64(message.count) * 8).bigEndian, toByteOffset: length - 8, as: UInt64.self)
            for start in stride(from: 0, to: length, by: 64) {
                compress(UnsafeRawBufferPointer(rebasing: end[start..<start + 64]), into: &hash)
            }
        }
        return Digest(hash)
    }

    private static func compress(_ block: UnsafeRawBufferPointer, into hash: inout SIMD8<UInt32>) {
        // The last sixteen words of the message schedule, each in the place of the one it no longer needs.
        var schedule = InlineArray<16, UInt32> {
            UInt32(bigEndian: block.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self))
        }
        var (a, b, c, d) = (hash[0], hash[1], hash[2], hash[3])
        var (e, f, g, h) = (hash[4], hash[5], hash[6], hash[7])
        for round in 0..<64 {
            if round >= 16 {
                let (early, late) = (schedule[(round + 1) & 15], schedule[(round + 14) & 15])
                let sigma0 = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
                let sigma1 = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
                schedule[round & 15] &+= sigma0 &+ schedule[(round + 9) & 15] &+ sigma1
            }
            let sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
            let choice = e & f ^ ~e & g
            let first = h &+ sum1 &+ choice &+ roundConstants[round] &+ schedule[round & 15]
            let sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
            let second = sum0 &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        hash &+= SIMD8(a, b, c, d, e, f, g, h)
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }
}

/// Reads bits, most significant first; behind the end there are none.
struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads a number of up to 32 bits; nil where the bytes end.
    mutating func bits(_ count: Int) -> UInt32? {
        guard count >= 0, count <= 32, position + count <= bytes.count * 8 else { return nil }
        var value: UInt32 = 0
        for _ in 0..<count {
            value = value << 1 | UInt32(bytes[position >> 3] >> UInt8(7 - position & 7) & 1)
            position += 1
        }
        return value
    }

    mutating func flag() -> Bool? {
        bits(1).map { $0 == 1 }
    }

    /// Passes over bits.
    mutating func skip(_ count: Int) -> Void? {
        guard count >= 0, position + count <= bytes.count * 8 else { return nil }
        position += count
        return ()
    }

    /// Reads an Exp-Golomb number (`ue(v)` of ITU-T H.265, `uvlc()` of AV1).
    mutating func exponentialGolomb() -> UInt32? {
        var zeros = 0
        while let isOne = flag() {
            if isOne { return bits(zeros).map { (1 << UInt32(zeros)) - 1 + $0 } }
            zeros += 1
            if zeros > 31 { return nil }
        }
        return nil
    }
}

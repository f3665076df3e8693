/// The type of a box, an item or a reference: four characters as one big-endian integer.
struct FourCC: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    let rawValue: UInt32

    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    init(stringLiteral value: StaticString) {
        rawValue = value.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// The characters, with a question mark for what cannot be printed.
    var description: String {
        String(
            (0..<4).map { index in
                let byte = UInt8(truncatingIfNeeded: rawValue >> (24 - 8 * UInt32(index)))
                return (0x20...0x7E).contains(byte) ? Character(Unicode.Scalar(byte)) : "?"
            })
    }
}

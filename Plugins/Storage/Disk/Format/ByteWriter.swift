/// Collects big-endian numbers and bytes.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ more: [UInt8]) {
        bytes.append(contentsOf: more)
    }

    /// A text behind its length in bytes; a length of all ones stands for no text.
    mutating func append(text: [UInt8]?) {
        guard let text else { return append(UInt16.max) }
        append(UInt16(text.count))
        append(text)
    }
}

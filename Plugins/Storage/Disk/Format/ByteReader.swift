/// Takes big-endian numbers and bytes from the front of what is left; nil where too little is.
struct ByteReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    mutating func bytes(_ count: Int) -> [UInt8]? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
        let count = Number.bitWidth / 8
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    /// A text as `ByteWriter.append(text:)` wrote it: nil where it is damaged, `.some(nil)` where there is none.
    mutating func text() -> String?? {
        guard let count = number(UInt16.self) else { return nil }
        if count == .max { return .some(nil) }
        return bytes(Int(count)).map { String(decoding: $0, as: UTF8.self) }
    }
}

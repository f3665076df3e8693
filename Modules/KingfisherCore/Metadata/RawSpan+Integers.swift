/// The order in which a file stores the bytes of an integer.
package enum ByteOrder: Sendable {
    case littleEndian
    case bigEndian
}

extension RawSpan {
    /// The byte at an offset, or nil where the span has none.
    package func byte(at offset: Int) -> UInt8? {
        guard offset >= 0, offset < byteCount else { return nil }
        return unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    /// The unsigned 16-bit integer at an offset, or nil where it does not lie wholly inside the span.
    package func uint16(at offset: Int, _ order: ByteOrder) -> UInt16? {
        guard holds(2, at: offset) else { return nil }
        let stored = unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self)
        return order == .bigEndian ? UInt16(bigEndian: stored) : UInt16(littleEndian: stored)
    }

    /// The unsigned 32-bit integer at an offset, or nil where it does not lie wholly inside the span.
    package func uint32(at offset: Int, _ order: ByteOrder) -> UInt32? {
        guard holds(4, at: offset) else { return nil }
        let stored = unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return order == .bigEndian ? UInt32(bigEndian: stored) : UInt32(littleEndian: stored)
    }

    /// Whether the span holds these ASCII characters at an offset.
    package func holds(ascii text: StaticString, at offset: Int) -> Bool {
        guard holds(text.utf8CodeUnitCount, at: offset) else { return false }
        return text.withUTF8Buffer { characters in
            for index in 0..<characters.count where unsafe byte(at: offset + index) != characters[index] {
                return false
            }
            return true
        }
    }

    /// Whether `count` bytes from an offset on lie inside the span; a hostile offset cannot overflow it.
    package func holds(_ count: Int, at offset: Int) -> Bool {
        offset >= 0 && count >= 0 && offset <= byteCount && count <= byteCount - offset
    }
}

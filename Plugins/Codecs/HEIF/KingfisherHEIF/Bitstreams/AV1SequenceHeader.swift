internal import Foundation

/// The largest size that the sequence headers of AV1 data allow.
///
/// Source: AV1 Bitstream & Decoding Process Specification, sections 5.3 and 5.5.
enum AV1SequenceHeader {
    /// Sizes in the order of the headers; none for damaged ones.
    static func sizes(in data: Data) -> [CodedSize] {
        let bytes = data.bytes
        var sizes: [CodedSize] = []
        var offset = 0
        while let header = bytes.byte(at: offset) {
            offset += header & 0x04 != 0 ? 2 : 1
            var length = bytes.byteCount - offset
            if header & 0x02 != 0 {
                guard let stated = variableLength(bytes, at: &offset) else { break }
                length = stated
            }
            guard length >= 0, bytes.holds(length, at: offset) else { break }
            if header >> 3 & 0xF == 1 {
                let start = data.startIndex + offset
                if let size = size(inHeader: [UInt8](data[start..<start + min(length, 512)])) { sizes.append(size) }
            }
            offset += length
        }
        return sizes
    }

    private static func variableLength(_ bytes: RawSpan, at offset: inout Int) -> Int? {
        var value = 0
        for index in 0..<8 {
            guard let byte = bytes.byte(at: offset) else { return nil }
            offset += 1
            value |= Int(byte & 0x7F) << (7 * index)
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }

    private static func size(inHeader bytes: [UInt8]) -> CodedSize? {
        var reader = BitReader(bytes)
        guard reader.skip(4) != nil, let isReduced = reader.flag() else { return nil }
        guard isReduced ? reader.skip(5) != nil : skipOperatingPoints(&reader) else { return nil }
        guard let widthBits = reader.bits(4), let heightBits = reader.bits(4),
            let width = reader.bits(Int(widthBits) + 1), let height = reader.bits(Int(heightBits) + 1)
        else { return nil }
        return CodedSize(width: Int(width) + 1, height: Int(height) + 1)
    }

    private static func skipOperatingPoints(_ reader: inout BitReader) -> Bool {
        guard let hasTiming = reader.flag() else { return false }
        var delayBits: Int?
        if hasTiming {
            guard reader.skip(64) != nil, let isEqual = reader.flag(),
                !isEqual || reader.exponentialGolomb() != nil, let hasModel = reader.flag()
            else { return false }
            if hasModel {
                guard let bits = reader.bits(5), reader.skip(42) != nil else { return false }
                delayBits = Int(bits) + 1
            }
        }
        guard let hasDelay = reader.flag(), let last = reader.bits(5) else { return false }
        for _ in 0...last {
            guard reader.skip(12) != nil, let level = reader.bits(5), level <= 7 || reader.skip(1) != nil
            else { return false }
            if let delayBits {
                guard let isPresent = reader.flag(), !isPresent || reader.skip(2 * delayBits + 1) != nil
                else { return false }
            }
            if hasDelay {
                guard let isPresent = reader.flag(), !isPresent || reader.skip(4) != nil else { return false }
            }
        }
        return true
    }
}

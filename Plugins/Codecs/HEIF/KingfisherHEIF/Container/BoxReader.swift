internal import Foundation
internal import KingfisherCore

/// Reads the fields of a box, or the boxes inside one, in order; every read is checked.
struct BoxReader {
    /// The whole file.
    let data: Data
    /// Where the next field begins; never behind `end`.
    private(set) var offset: Int
    /// Where the box ends; never behind the data.
    let end: Int

    /// - Precondition: `range` lies within the data.
    init(_ data: Data, in range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= data.count, "a box outside of the file")
        self.data = data
        offset = range.lowerBound
        end = range.upperBound
    }

    /// Bytes not read yet.
    var remaining: Int { end - offset }

    /// The bytes not read yet.
    var rest: Range<Int> { offset..<end }

    /// Reads an integer of 0 to 8 bytes; none are the number 0.
    mutating func integer(bytes count: Int) throws(PluginError) -> UInt64 {
        let start = try take(count)
        let bytes = data.bytes
        var value: UInt64 = 0
        for index in start..<start + count {
            guard let byte = bytes.byte(at: index) else { throw Self.endsEarly }
            value = value << 8 | UInt64(byte)
        }
        return value
    }

    mutating func uint8() throws(PluginError) -> UInt8 {
        UInt8(truncatingIfNeeded: try integer(bytes: 1))
    }

    mutating func uint16() throws(PluginError) -> UInt16 {
        UInt16(truncatingIfNeeded: try integer(bytes: 2))
    }

    mutating func uint32() throws(PluginError) -> UInt32 {
        UInt32(truncatingIfNeeded: try integer(bytes: 4))
    }

    mutating func fourCC() throws(PluginError) -> FourCC {
        FourCC(rawValue: try uint32())
    }

    /// Reads the version and flags that a full box begins with.
    mutating func versionAndFlags() throws(PluginError) -> (version: UInt8, flags: UInt32) {
        let word = try uint32()
        return (UInt8(truncatingIfNeeded: word >> 24), word & 0xFF_FFFF)
    }

    /// Passes over bytes and tells where they begin.
    @discardableResult
    mutating func take(_ count: Int) throws(PluginError) -> Int {
        guard count >= 0, count <= remaining else { throw Self.endsEarly }
        defer { offset += count }
        return offset
    }

    /// Reads text up to its closing zero byte, or up to the end where that is missing.
    mutating func text() -> String {
        let bytes = data.bytes
        var characters: [UInt8] = []
        while offset < end, let byte = bytes.byte(at: offset) {
            offset += 1
            if byte == 0 { break }
            characters.append(byte)
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// The next box, or nil at the end.
    ///
    /// A size beyond the end is for the caller to judge: at the top level the file is cut, elsewhere it is damaged.
    mutating func nextBox() throws(PluginError) -> Box? {
        guard remaining > 0 else { return nil }
        let start = offset
        guard remaining >= 8 else { throw Self.endsEarly }
        var size = UInt64(try uint32())
        let type = try fourCC()
        if size == 1 { size = try integer(bytes: 8) }
        if size == 0 { size = UInt64(end - start) }
        let header = offset - start
        guard size >= UInt64(header), size <= UInt64(Int.max / 2) else {
            throw CodecFailure.heif.corrupt("the box “\(type)” states a size of \(size) bytes")
        }
        let statedEnd = start + Int(size)
        let payload = offset..<min(statedEnd, end)
        offset = payload.upperBound
        return Box(type: type, payload: payload, isCut: statedEnd > end)
    }

    /// The boxes up to the end, each of them whole.
    mutating func boxes() throws(PluginError) -> [Box] {
        var found: [Box] = []
        while let box = try nextBox() {
            guard !box.isCut else {
                throw CodecFailure.heif.corrupt("the box “\(box.type)” is larger than what holds it")
            }
            found.append(box)
        }
        return found
    }

    private static let endsEarly = CodecFailure.heif.corrupt("a box ends before its fields do")
}

/// A box of an ISO base media file: its type, and where its content lies.
struct Box {
    let type: FourCC
    /// The content without the header, as far as the file has it.
    let payload: Range<Int>
    /// Whether the box says that it ends behind what holds it.
    let isCut: Bool
}

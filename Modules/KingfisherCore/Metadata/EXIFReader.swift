import Foundation

/// Reads the few facts of an EXIF block that a decoder needs.
///
/// EXIF is a TIFF file inside a metadata segment: a byte-order mark, the offset of the first directory, and in
/// it entries of twelve bytes. Only the first directory is read and no offset is followed from there, so that
/// the work is bounded by the size of the block. Every access is checked: damaged or hostile blocks give nil.
///
/// Source: TIFF 6.0, section 2; EXIF 2.32 (CIPA DC-008), section 4.5.
enum EXIFReader {
    /// The orientation that the first directory states.
    ///
    /// - Parameter block: The EXIF bytes, with or without the `Exif` prefix of JPEG's APP1 segment.
    /// - Returns: nil where there is none, or it is not a number from 1 to 8, or the block is damaged.
    static func orientation(in block: RawSpan) -> ImageOrientation? {
        orientationEntry(in: block)?.smallValue.flatMap(ImageOrientation.init(rawValue:))
    }

    /// The block without the `Exif` prefix of JPEG's APP1 segment and with an orientation of 1, where it states one.
    /// - Returns: nil for what is no EXIF block.
    static func uprighted(_ block: Data) -> Data? {
        let bytes = block.bytes
        guard let directory = FirstDirectory(of: bytes) else { return nil }
        var result = block
        if let entry = orientationEntry(in: bytes) {
            let start = result.startIndex + entry.offset + 8
            result.replaceSubrange(start..<start + 4, with: entry.one(directory.order))
        }
        return result.dropFirst(directory.start)
    }

    private static func orientationEntry(in block: RawSpan) -> FirstDirectory.Entry? {
        guard let directory = FirstDirectory(of: block) else { return nil }
        for index in 0..<directory.entryCount {
            guard let entry = directory.entry(at: index, in: block) else { return nil }
            if entry.tag == orientationTag { return entry }
        }
        return nil
    }

    private static let orientationTag: UInt16 = 0x0112
}

/// Where the first directory of a TIFF block lies.
private struct FirstDirectory {
    /// Of the byte-order mark.
    let start: Int
    let order: ByteOrder
    let firstEntry: Int
    let entryCount: Int

    init?(of block: RawSpan) {
        start = block.holds(ascii: "Exif", at: 0) ? 6 : 0
        if block.holds(ascii: "II", at: start) {
            order = .littleEndian
        } else if block.holds(ascii: "MM", at: start) {
            order = .bigEndian
        } else {
            return nil
        }
        guard block.uint16(at: start + 2, order) == 42,
            let offset = block.uint32(at: start + 4, order),
            let count = block.uint16(at: start + Int(offset), order)
        else { return nil }
        firstEntry = start + Int(offset) + 2
        entryCount = Int(count)
    }

    func entry(at index: Int, in block: RawSpan) -> Entry? {
        let offset = firstEntry + index * 12
        guard block.holds(12, at: offset), let tag = block.uint16(at: offset, order),
            let type = block.uint16(at: offset + 2, order), let count = block.uint32(at: offset + 4, order)
        else { return nil }
        let value: UInt32? =
            switch type {
            case 1: block.byte(at: offset + 8).map(UInt32.init)
            case 3: block.uint16(at: offset + 8, order).map(UInt32.init)
            case 4: block.uint32(at: offset + 8, order)
            default: nil
            }
        return Entry(
            offset: offset, tag: tag, type: type,
            smallValue: count == 1 ? value.flatMap(UInt8.init(exactly:)) : nil)
    }

    struct Entry {
        let offset: Int
        let tag: UInt16
        let type: UInt16
        /// The value where it is one whole number below 256, stored as BYTE, SHORT or LONG (writers differ).
        let smallValue: UInt8?

        /// The four bytes of a value that is the number 1.
        func one(_ order: ByteOrder) -> [UInt8] {
            switch (type, order) {
            case (3, .bigEndian): [0, 1, 0, 0]
            case (4, .bigEndian): [0, 0, 0, 1]
            default: [1, 0, 0, 0]
            }
        }
    }
}

/// Reads the text elements of colour profiles: the description of version 2 and the languages of version 4.
///
/// Source: ICC.1:2001-04, section 6.5.17 (`desc`); ICC.1:2022, section 10.15 (`mluc`) and 10.24 (`text`).
enum ICCText {
    /// The text of an element, or nil where it is empty, damaged or of another type.
    static func read(_ element: RawSpan) -> String? {
        if element.holds(ascii: "desc", at: 0) { return description(element) }
        if element.holds(ascii: "mluc", at: 0) { return localized(element) }
        if element.holds(ascii: "text", at: 0) { return latin(element, at: 8, count: element.byteCount - 8) }
        return nil
    }

    /// The longest text taken, in units: profiles state lengths of any size.
    private static let longest = 256

    /// Version 2: an ASCII text, after which the same may follow in UTF-16.
    private static func description(_ element: RawSpan) -> String? {
        guard let count = element.uint32(at: 8, .bigEndian) else { return nil }
        if let text = latin(element, at: 12, count: Int(count)) { return text }
        let unicode = 12 + Int(count) + 4
        guard let units = element.uint32(at: unicode, .bigEndian) else { return nil }
        return utf16(element, at: unicode + 4, count: Int(units))
    }

    /// Version 4: records of language, country, length in bytes, and offset from the start of the element.
    private static func localized(_ element: RawSpan) -> String? {
        guard let count = element.uint32(at: 8, .bigEndian), let size = element.uint32(at: 12, .bigEndian),
            size >= 12, Int(count) <= (element.byteCount - 16) / Int(size)
        else { return nil }
        let records = (0..<Int(count)).map { 16 + $0 * Int(size) }
        let chosen =
            records.first { element.holds(ascii: "enUS", at: $0) }
            ?? records.first { element.holds(ascii: "en", at: $0) } ?? records.first
        guard let record = chosen, let length = element.uint32(at: record + 4, .bigEndian),
            let offset = element.uint32(at: record + 8, .bigEndian)
        else { return nil }
        return utf16(element, at: Int(offset), count: Int(length) / 2)
    }

    /// Text of one byte a character up to a NUL; above ASCII, Latin-1 is what old writers mean.
    private static func latin(_ element: RawSpan, at offset: Int, count: Int) -> String? {
        guard element.holds(count, at: offset) else { return nil }
        var text = String.UnicodeScalarView()
        for index in 0..<min(count, longest) {
            guard let byte = element.byte(at: offset + index), byte != 0 else { break }
            text.append(Unicode.Scalar(byte))
        }
        return text.isEmpty ? nil : String(text)
    }

    private static func utf16(_ element: RawSpan, at offset: Int, count: Int) -> String? {
        guard count <= element.byteCount, element.holds(count * 2, at: offset) else { return nil }
        let units = (0..<min(count, longest)).compactMap { element.uint16(at: offset + $0 * 2, .bigEndian) }
        let text = String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
        return text.isEmpty ? nil : text
    }
}

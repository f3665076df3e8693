/// The meaning of a Range header field for content of a known length (RFC 9110, section 14).
enum ByteRange: Equatable {
    /// Malformed, of another unit, or of several ranges: the whole content is served.
    case ignored
    case unsatisfiable
    case range(Range<Int>)

    static func parse(_ text: String, within length: Int) -> ByteRange {
        guard text.hasPrefix("bytes="), !text.contains(",") else { return .ignored }
        let ends = text.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return .ignored }
        let (first, last) = (number(ends[0]), number(ends[1]))
        switch (first, last) {
        case (nil, let suffix?) where ends[0].isEmpty:
            return suffix == 0 || length == 0 ? .unsatisfiable : .range(max(0, length - suffix)..<length)
        case (let first?, nil) where ends[1].isEmpty:
            return first < length ? .range(first..<length) : .unsatisfiable
        case (let first?, let last?) where first <= last:
            return first < length ? .range(first..<min(length, last &+ 1)) : .unsatisfiable
        default:
            return .ignored
        }
    }

    private static func number(_ digits: Substring) -> Int? {
        digits.allSatisfy { ("0"..."9").contains($0) } ? Int(digits) : nil
    }
}

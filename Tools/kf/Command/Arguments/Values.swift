import Foundation

/// Reads the values of options, and says what was expected where one is wrong.
enum Values {
    /// Sides longer than this are a slip of the finger; the pixel limits catch the rest.
    static let longestSide = 1_000_000

    /// A whole number within a range.
    static func integer(_ text: String, for option: String, in range: ClosedRange<Int>) throws(UsageError)
        -> Int
    {
        guard let value = plainInteger(text), range.contains(value) else {
            throw UsageError(
                "--\(option) '\(text)' is no whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// Seconds, more than zero, at most a day.
    static func seconds(_ text: String, for option: String) throws(UsageError) -> TimeInterval {
        guard let value = decimal(text), value > 0, value <= 86_400 else {
            throw UsageError("--\(option) '\(text)' is no number of seconds above 0 and up to 86400")
        }
        return value
    }

    /// `WxH`, `Wx` or `xH`.
    static func size(_ text: String, for option: String) throws(UsageError) -> (width: Int?, height: Int?) {
        let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map(String.init)
        let expected = "write it as 400x300, 400x or x300, in pixels from 1 to \(longestSide)"
        guard parts.count == 2, parts != ["", ""] else {
            throw UsageError("--\(option) '\(text)' is no size", hint: expected)
        }
        var sides: [Int?] = []
        for part in parts {
            guard !part.isEmpty else {
                sides.append(nil)
                continue
            }
            guard let side = plainInteger(part), 1...longestSide ~= side else {
                throw UsageError("--\(option) '\(text)' is no size", hint: expected)
            }
            sides.append(side)
        }
        return (sides[0], sides[1])
    }

    /// One of a few words.
    static func choice<Choice: RawRepresentable & CaseIterable>(
        _ text: String, for option: String, as type: Choice.Type
    ) throws(UsageError) -> Choice where Choice.RawValue == String {
        if let choice = Choice(rawValue: text.lowercased()) { return choice }
        let words = Choice.allCases.map(\.rawValue)
        let suggestion = Suggestion.closest(to: text.lowercased(), among: words).map { "did you mean \($0)?" }
        throw UsageError(
            "--\(option) '\(text)' is not one of \(words.joined(separator: ", "))", hint: suggestion)
    }

    /// Decimal digits only; `Int` itself would also take a plus sign.
    static func plainInteger(_ text: String) -> Int? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
    }

    /// Digits with at most one point; `Double` itself would also take exponents, hexadecimal, nan and inf.
    static func decimal(_ text: String) -> Double? {
        let allowed = text.utf8.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
        }
        return allowed ? Double(text) : nil
    }
}

import KingfisherCore

/// Reads colours as a command line writes them.
enum ColorName {
    /// The names of HTML 4.01, section 6.5.
    static let names: [(name: String, color: RGBColor)] = [
        ("white", .white), ("black", .black), ("silver", gray(192)), ("gray", gray(128)), ("grey", gray(128)),
        ("red", rgb(255, 0, 0)), ("maroon", rgb(128, 0, 0)), ("yellow", rgb(255, 255, 0)),
        ("olive", rgb(128, 128, 0)), ("lime", rgb(0, 255, 0)), ("green", rgb(0, 128, 0)),
        ("aqua", rgb(0, 255, 255)), ("teal", rgb(0, 128, 128)), ("blue", rgb(0, 0, 255)),
        ("navy", rgb(0, 0, 128)), ("fuchsia", rgb(255, 0, 255)), ("purple", rgb(128, 0, 128)),
    ]

    /// `#rgb`, `#rrggbb` or a name.
    static func color(_ text: String, for option: String) throws(UsageError) -> RGBColor {
        let wanted = text.lowercased()
        if let color = names.first(where: { $0.name == wanted })?.color ?? hexadecimal(wanted) {
            return color
        }
        let suggestion = Suggestion.closest(to: wanted, among: names.map(\.name))
        throw UsageError(
            "--\(option) '\(text)' is no colour",
            hint: suggestion.map { "did you mean \($0)?" }
                ?? "write it as '#rrggbb', '#rgb' or a name such as white")
    }

    private static func hexadecimal(_ text: String) -> RGBColor? {
        let digits = text.dropFirst().compactMap(\.hexDigitValue).map(UInt8.init)
        guard text.hasPrefix("#"), digits.count == text.count - 1 else { return nil }
        switch digits.count {
        case 3: return rgb(digits[0] * 17, digits[1] * 17, digits[2] * 17)
        case 6:
            return rgb(
                digits[0] << 4 | digits[1], digits[2] << 4 | digits[3], digits[4] << 4 | digits[5])
        default: return nil
        }
    }

    private static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> RGBColor {
        RGBColor(red: red, green: green, blue: blue)
    }

    private static func gray(_ level: UInt8) -> RGBColor { rgb(level, level, level) }
}

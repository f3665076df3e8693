/// One JSON object in one line, its keys in the order they were added.
struct JSONLine: Equatable {
    /// A value of an object or a list.
    enum Value: Equatable {
        case null
        case bool(Bool)
        case integer(Int)
        /// With one decimal; what is no number becomes null.
        case tenths(Double)
        case string(String)
        case list([Value])
        case object(JSONLine)
    }

    private var members: [String] = []

    /// Adds a member.
    mutating func add(_ key: String, _ value: Value) {
        members.append("\(Self.quoted(key)):\(Self.text(value))")
    }

    mutating func add(_ key: String, _ value: String?) { add(key, value.map(Value.string) ?? .null) }
    mutating func add(_ key: String, _ value: Int?) { add(key, value.map(Value.integer) ?? .null) }
    mutating func add(_ key: String, _ value: Bool) { add(key, .bool(value)) }

    /// The object, without a line break.
    var text: String { "{\(members.joined(separator: ","))}" }

    private static func text(_ value: Value) -> String {
        switch value {
        case .null: "null"
        case .bool(let bool): bool ? "true" : "false"
        case .integer(let integer): String(integer)
        case .tenths(let number): tenths(number)
        case .string(let string): quoted(string)
        case .object(let line): line.text
        case .list(let values): "[\(values.map(text).joined(separator: ","))]"
        }
    }

    private static func tenths(_ number: Double) -> String {
        // Beyond that a Double has no tenths, and no Int.
        guard number.isFinite, abs(number) < 1e14 else { return "null" }
        let tenths = Int((abs(number) * 10).rounded())
        return "\(number < 0 && tenths > 0 ? "-" : "")\(tenths / 10).\(tenths % 10)"
    }

    /// RFC 8259 section 7: quotes, backslashes and control characters escaped, all else as it is.
    private static func quoted(_ string: String) -> String {
        var result = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let hex = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

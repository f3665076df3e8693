@preconcurrency internal import CGetopt
import Glibc
import KingfisherCore
import Synchronization

/// One option a command knows.
struct OptionSpec: Sendable {
    /// The name without dashes; a single letter is a short option.
    let name: String
    /// Whether a value follows.
    let takesValue: Bool

    static func flag(_ name: String) -> Self { Self(name: name, takesValue: false) }
    static func value(_ name: String) -> Self { Self(name: name, takesValue: true) }

    /// The name as one types it.
    static func typed(_ name: String) -> String { name.count == 1 ? "-\(name)" : "--\(name)" }
}

/// A command line taken apart: options in the order given, operands in theirs.
struct ScannedArguments: Equatable {
    struct Option: Equatable {
        let name: String
        /// Empty for an option that takes none.
        let value: String
    }

    var options: [Option] = []
    var operands: [String] = []
}

/// Takes a command line apart with glibc's `getopt_long`.
///
/// Options may stand before, between and behind operands whatever POSIXLY_CORRECT says; `--` ends them; a long
/// name may be cut short while it stays unambiguous.
enum OptionScanner {
    /// getopt keeps its place in global variables, so one scan runs at a time.
    private static let turn = Lock(())
    /// Values of long options, above those of all letters.
    private static let firstLongValue: Int32 = 256
    private static let operandCode: Int32 = 1

    static func scan(_ arguments: [String], options: [OptionSpec]) throws(UsageError) -> ScannedArguments {
        let outcome = turn.withLock { _ in
            withTable(of: options) { table in
                withArgumentVector(arguments) { count, vector in
                    collect(count, vector, options: options, table: table)
                }
            }
        }
        return try outcome.get()
    }

    private static func collect(
        _ count: Int32, _ vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
        options: [OptionSpec], table: UnsafePointer<option>
    ) -> Result<ScannedArguments, UsageError> {
        // "-" reports operands in their place, ":" tells a missing value from an unknown option.
        let letters = "-:" + options.map(letterSpecification).joined()
        var scanned = ScannedArguments()
        // Zero makes glibc start afresh.
        optind = 0
        opterr = 0
        while true {
            let code = getopt_long(count, vector, letters, table, nil)
            let value = optarg.map { String(cString: $0) } ?? ""
            switch code {
            case -1:
                scanned.operands += (Int(optind)..<Int(count)).compactMap {
                    vector[$0].map { String(cString: $0) }
                }
                return .success(scanned)
            case operandCode:
                scanned.operands.append(value)
            case Int32(UInt8(ascii: "?")), Int32(UInt8(ascii: ":")):
                let word = optind > 0 ? vector[Int(optind) - 1].map { String(cString: $0) } ?? "" : ""
                let isMissingValue = code == Int32(UInt8(ascii: ":"))
                return .failure(
                    error(word: word, isMissingValue: isMissingValue, code: optopt, options: options))
            default:
                guard let spec = spec(of: code, in: options) else { continue }
                scanned.options.append(.init(name: spec.name, value: spec.takesValue ? value : ""))
            }
        }
    }

    private static func letterSpecification(_ spec: OptionSpec) -> String {
        spec.name.count == 1 ? spec.name + (spec.takesValue ? ":" : "") : ""
    }

    private static func spec(of code: Int32, in options: [OptionSpec]) -> OptionSpec? {
        if code >= firstLongValue, Int(code - firstLongValue) < options.count {
            return options[Int(code - firstLongValue)]
        }
        return UInt8(exactly: code).flatMap { letter in
            options.first { $0.name == String(UnicodeScalar(letter)) }
        }
    }

    private static func error(
        word: String, isMissingValue: Bool, code: Int32, options: [OptionSpec]
    ) -> UsageError {
        let name = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? word
        if isMissingValue {
            let known = spec(of: code, in: options).map { OptionSpec.typed($0.name) } ?? name
            return UsageError("\(known) needs a value")
        }
        if word.hasPrefix("--"), let known = spec(of: code, in: options), code >= firstLongValue {
            return UsageError("--\(known.name) takes no value")
        }
        guard word.hasPrefix("--") else {
            // Of letters run together, getopt names the one it does not know.
            let letter = UInt8(exactly: code).map { String(UnicodeScalar($0)) } ?? ""
            return UsageError("unknown option '-\(letter)'")
        }
        let typed = String(name.dropFirst(2))
        let candidates = options.map(\.name).filter { $0.count > 1 }
        let beginnings = candidates.filter { $0.hasPrefix(typed) }
        if beginnings.count > 1 {
            let list = beginnings.map { "--\($0)" }.joined(separator: ", ")
            return UsageError("'\(name)' could be any of \(list)")
        }
        let suggestion = Suggestion.closest(to: typed, among: candidates + ["help"])
        return UsageError("unknown option '\(name)'", hint: suggestion.map { "did you mean --\($0)?" })
    }

    /// The options as getopt wants them: a table of C strings ended by zeros, valid during the call.
    private static func withTable<Result>(
        of options: [OptionSpec], _ body: (UnsafePointer<option>) -> Result
    ) -> Result {
        let long = options.indices.filter { options[$0].name.count > 1 }
        let names = long.map { strdup(options[$0].name) }
        defer { names.forEach { free($0) } }
        var table = zip(long, names).map { index, name in
            option(
                name: name, has_arg: options[index].takesValue ? required_argument : no_argument,
                flag: nil, val: firstLongValue + Int32(index))
        }
        table.append(option())
        return table.withUnsafeBufferPointer { buffer in
            // Never nil: the terminator is always in it.
            guard let start = buffer.baseAddress else { preconditionFailure("an empty option table") }
            return body(start)
        }
    }

    /// The arguments as C strings behind a program name, which getopt skips.
    private static func withArgumentVector<Result>(
        _ arguments: [String],
        _ body: (Int32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let strings = (["kf"] + arguments).map { strdup($0) }
        defer { strings.forEach { free($0) } }
        var vector: [UnsafeMutablePointer<CChar>?] = strings + [nil]
        return vector.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("an empty argument vector") }
            return body(Int32(strings.count), start)
        }
    }
}

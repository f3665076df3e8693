/// The options of one command line, with the mistakes common to all commands ruled out.
struct OptionReader {
    let options: [ScannedArguments.Option]
    let operands: [String]
    private let given: [String: String]

    /// Scans the arguments.
    /// - Parameter repeatable: Names of options that may be given several times with different values.
    init(_ arguments: [String], options specs: [OptionSpec], repeatable: Set<String> = []) throws(UsageError)
    {
        let scanned = try OptionScanner.scan(arguments, options: specs)
        var given: [String: String] = [:]
        for option in scanned.options where !repeatable.contains(option.name) {
            if let earlier = given.updateValue(option.value, forKey: option.name), earlier != option.value {
                throw UsageError(
                    "\(OptionSpec.typed(option.name)) is given twice, as '\(earlier)' and as '\(option.value)'",
                    hint: "keep one of them")
            }
        }
        self.options = scanned.options
        self.operands = scanned.operands
        self.given = given
    }

    /// Whether an option that is not repeatable was given.
    func has(_ name: String) -> Bool { given[name] != nil }

    /// The value of an option that is not repeatable.
    func value(_ name: String) -> String? { given[name] }

    /// Refuses two options that contradict each other.
    func exclude(_ first: String, _ second: String, because reason: String) throws(UsageError) {
        if has(first), has(second) {
            throw UsageError(
                "\(OptionSpec.typed(first)) and \(OptionSpec.typed(second)) contradict each other",
                hint: reason)
        }
    }
}

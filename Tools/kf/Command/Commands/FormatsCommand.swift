/// `kf formats`: lists what can be read and written.
struct FormatsCommand {
    /// What the command line asks for.
    struct Options: Equatable, Sendable {
        var printsJSON = false

        static let specs: [OptionSpec] = [.flag("json")]

        /// Parses the arguments behind `formats`.
        init(arguments: [String]) throws(UsageError) {
            let reader = try OptionReader(arguments, options: Self.specs)
            if let extra = reader.operands.first {
                throw UsageError("formats takes no argument, not '\(extra)'")
            }
            printsJSON = reader.has("json")
        }
    }
}

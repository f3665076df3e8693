/// `kf info`: tells what images are, without decoding their pixels.
struct InfoCommand {
    /// What the command line asks for.
    struct Options: Equatable, Sendable {
        /// URLs, paths, or `-`, as given.
        var sources: [String]
        var transfer = TransferOptions()
        var printsJSON = false

        static let specs: [OptionSpec] = [.flag("json")] + TransferOptions.specs

        /// Parses the arguments behind `info`.
        init(arguments: [String]) throws(UsageError) {
            let reader = try OptionReader(arguments, options: Self.specs, repeatable: ["header"])
            sources = try SourceArgument.checkedList(reader.operands, command: "info")
            transfer = try TransferOptions(reader)
            printsJSON = reader.has("json")
        }
    }
}

/// `kf info`: tells what images are, without decoding their pixels.
struct InfoCommand {
    /// What the command line asks for.
    struct Options: Equatable, Sendable {
        /// URLs, paths, or `-`, as given.
        var sources: [String]
        var network = NetworkOptions()
        var printsJSON = false

        static let specs: [OptionSpec] = [.flag("json")] + NetworkOptions.specs

        /// Parses the arguments behind `info`.
        init(arguments: [String]) throws(UsageError) {
            let reader = try OptionReader(arguments, options: Self.specs)
            sources = try SourceArgument.checkedList(reader.operands, command: "info")
            network = try NetworkOptions(reader)
            printsJSON = reader.has("json")
        }
    }
}

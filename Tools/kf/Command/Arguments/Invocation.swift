/// What a whole command line asks for.
enum Invocation: Equatable {
    case get(GetCommand.Options)
    case frames(FramesCommand.Options)
    case show(ShowCommand.Options)
    case info(InfoCommand.Options)
    case cache(CacheCommand.Options)
    case formats(FormatsCommand.Options)
    case version
    case help(Help.Topic)

    static let commands = ["get", "frames", "show", "info", "cache", "formats", "help"]

    /// Parses the arguments behind the program's name.
    init(arguments: [String]) throws(UsageError) {
        guard let command = arguments.first else {
            throw UsageError("no command", hint: "the commands are \(Self.commands.joined(separator: ", "))")
        }
        let rest = Array(arguments.dropFirst())
        let topic = Help.Topic(rawValue: command)
        if topic != nil, command != "help", Self.asksForHelp(rest) {
            self = .help(topic ?? .overview)
            return
        }
        switch command {
        case "get": self = .get(try GetCommand.Options(arguments: rest))
        case "frames": self = .frames(try FramesCommand.Options(arguments: rest))
        case "show": self = .show(try ShowCommand.Options(arguments: rest))
        case "info": self = .info(try InfoCommand.Options(arguments: rest))
        case "cache": self = .cache(try CacheCommand.Options(arguments: rest))
        case "formats": self = .formats(try FormatsCommand.Options(arguments: rest))
        case "help": self = .help(try Self.topic(rest))
        case "--help", "-h": self = .help(.overview)
        case "--version":
            guard rest.isEmpty else { throw UsageError("--version stands alone") }
            self = .version
        default: throw Self.unknown(command)
        }
    }

    /// `-h` and `--help` count wherever they stand before `--`, whatever else is wrong with the line.
    private static func asksForHelp(_ arguments: [String]) -> Bool {
        arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    }

    private static func topic(_ arguments: [String]) throws(UsageError) -> Help.Topic {
        guard let word = arguments.first else { return .overview }
        guard arguments.count == 1 else { throw UsageError("help takes one command") }
        if let topic = Help.Topic(rawValue: word) { return topic }
        throw unknown(word)
    }

    private static func unknown(_ word: String) -> UsageError {
        if let suggestion = Suggestion.closest(to: word, among: commands) {
            return UsageError("unknown command '\(word)'", hint: "did you mean \(suggestion)?")
        }
        if word.hasPrefix("-") {
            return UsageError("unknown option '\(word)'", hint: "options stand behind a command")
        }
        if word.contains(":") || word.contains("/") || word.contains(".") {
            return UsageError("'\(word)' is no command", hint: "to load it: kf get '\(word)'")
        }
        return UsageError(
            "unknown command '\(word)'", hint: "the commands are \(commands.joined(separator: ", "))")
    }
}

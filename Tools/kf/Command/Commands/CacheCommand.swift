/// `kf cache`: looks into the cache on disk and tidies it.
struct CacheCommand {
    /// What to do with the cache.
    enum Action: Equatable, Sendable {
        case path
        case list
        case stats
        case clean
        case clear
        case remove(key: String)
        case verify

        static let words = ["path", "list", "stats", "clean", "clear", "remove", "verify"]
    }

    /// What `list` is ordered by.
    enum Order: String, CaseIterable, Sendable {
        case used
        case size
        case kind
        case expiry
        case key
    }

    /// What the command line asks for.
    struct Options: Equatable, Sendable {
        var action: Action
        /// The default folder when nil.
        var folder: String?
        var printsJSON = false
        var order = Order.used
        var isReversed = false

        static let specs: [OptionSpec] = [.value("cache"), .flag("json"), .value("sort"), .flag("reverse")]

        /// Parses the arguments behind `cache`.
        init(arguments: [String]) throws(UsageError) {
            let reader = try OptionReader(arguments, options: Self.specs)
            action = try Action(reader.operands)
            folder = try CacheCommand.folder(reader)
            printsJSON = reader.has("json")
            order = try Self.order(reader, for: action)
            isReversed = reader.has("reverse")
        }

        private static func order(_ reader: OptionReader, for action: Action) throws(UsageError) -> Order {
            for name in ["sort", "reverse"] where reader.has(name) && action != .list {
                throw UsageError("--\(name) is for kf cache list")
            }
            guard let name = reader.value("sort") else { return .used }
            guard let order = Order(rawValue: name) else {
                let names = Order.allCases.map(\.rawValue)
                throw UsageError(
                    "--sort takes one of \(names.joined(separator: ", ")), not '\(name)'",
                    hint: Suggestion.closest(to: name, among: names).map { "did you mean \($0)?" })
            }
            return order
        }
    }

    /// The folder named by `--cache`.
    static func folder(_ reader: OptionReader) throws(UsageError) -> String? {
        guard let folder = reader.value("cache") else { return nil }
        guard !folder.isEmpty else { throw UsageError("--cache needs a folder, not an empty name") }
        return folder
    }
}

extension CacheCommand.Action {
    init(_ operands: [String]) throws(UsageError) {
        let list = Self.words.joined(separator: ", ")
        guard let word = operands.first else { throw UsageError("cache needs one of \(list)") }
        switch word {
        case "path": self = .path
        case "list": self = .list
        case "stats": self = .stats
        case "clean": self = .clean
        case "clear": self = .clear
        case "verify": self = .verify
        case "remove":
            guard operands.count == 2, !operands[1].isEmpty else {
                throw UsageError("cache remove takes one key", hint: "kf cache list shows the keys")
            }
            self = .remove(key: operands[1])
            return
        default:
            let suggestion = Suggestion.closest(to: word, among: Self.words).map { "did you mean \($0)?" }
            throw UsageError("cache does not know '\(word)'", hint: suggestion ?? "it takes one of \(list)")
        }
        guard operands.count == 1 else {
            throw UsageError("cache \(word) takes no argument, not '\(operands[1])'")
        }
    }
}

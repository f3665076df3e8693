/// The command `kf`, from its arguments to its exit status.
package enum Program {
    /// 0 all done, 1 something failed, 2 wrong usage.
    package static func run(_ arguments: [String]) async -> Int32 {
        Console.ignoreClosedPipes()
        let console = Console()
        do {
            return await perform(try Invocation(arguments: arguments), console)
        } catch {
            console.error(error.text)
            console.note("Try 'kf help\(helpTopic(arguments))'.")
            return 2
        }
    }

    private static func perform(_ invocation: Invocation, _ console: Console) async -> Int32 {
        switch invocation {
        case .version: console.result(Version.text)
        case .help(let topic): console.result(Help.text(topic))
        case .get, .info, .cache, .formats:
            console.error("this build has no loading pipeline")
            return 1
        }
        return console.isOutputLost ? 1 : 0
    }

    /// The page about the command that was misused.
    private static func helpTopic(_ arguments: [String]) -> String {
        guard let word = arguments.first, word != "help", Help.Topic(rawValue: word) != nil else { return "" }
        return " \(word)"
    }
}

import Glibc
import KingfisherCore

/// The command `kf`, from its arguments to its exit status.
package enum Program {
    /// 0 all done, 1 something failed, 2 wrong usage.
    package static func run(_ arguments: [String]) async -> Int32 {
        Console.ignoreClosedPipes()
        let console = Console()
        do {
            return try await perform(try Invocation(arguments: arguments), console)
        } catch let error as UsageError {
            console.error(error.text)
            console.note("Try 'kf help\(helpTopic(arguments))'.")
            return 2
        } catch {
            console.error(Failure(error).message)
            return 1
        }
    }

    private static func perform(_ invocation: Invocation, _ console: Console) async throws -> Int32 {
        switch invocation {
        case .version: console.result(Version.text)
        case .help(let topic): console.result(Help.text(topic))
        case .get(let options):
            let progress = ProgressLine(
                total: options.sources.count, isQuiet: options.isQuiet,
                isTerminal: Console.isTerminal(STDERR_FILENO))
            return try await GetRun(options, console: Console(progress: progress)).perform()
        case .frames(let options):
            return try await FramesRun(options, console: console).perform()
        case .show(let options): return await ShowRun(options, console: console).perform()
        case .info(let options): return await InfoCommand.run(options, console: console)
        case .cache(let options): return try CacheCommand.run(options, console: console)
        case .formats(let options):
            FormatsCommand.run(options, codecs: Assembly.registry.codecs, console: console)
        }
        return console.isOutputLost ? 1 : 0
    }

    /// The page about the command that was misused.
    private static func helpTopic(_ arguments: [String]) -> String {
        guard let word = arguments.first, word != "help", Help.Topic(rawValue: word) != nil else { return "" }
        return " \(word)"
    }
}

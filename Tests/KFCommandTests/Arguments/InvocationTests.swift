import Testing

@testable import KFCommand

@Suite(.timeLimit(.minutes(1)))
struct InvocationTests {
    @Test func everyCommandIsRecognised() throws {
        #expect(try Invocation(arguments: ["--version"]) == .version)
        #expect(try Invocation(arguments: ["--help"]) == .help(.overview))
        #expect(try Invocation(arguments: ["help"]) == .help(.overview))
        #expect(try Invocation(arguments: ["help", "cache"]) == .help(.cache))
        #expect(try Invocation(arguments: ["formats", "--json"]) == .formats(.init(arguments: ["--json"])))
        #expect(try Invocation(arguments: ["info", "a.png"]) == .info(.init(arguments: ["a.png"])))
        let frames = ["frames", "a.gif", "-O", "out"]
        #expect(try Invocation(arguments: frames) == .frames(.init(arguments: Array(frames.dropFirst()))))
        #expect(try Invocation(arguments: ["cache", "path"]) == .cache(.init(arguments: ["path"])))
    }

    @Test func helpIsGivenWhateverElseIsWrong() throws {
        #expect(try Invocation(arguments: ["get", "--resize", "0x0", "--help"]) == .help(.get))
        #expect(try Invocation(arguments: ["info", "-h"]) == .help(.info))
    }

    @Test func aSourceNamedHelpCanBeLoaded() throws {
        let invocation = try Invocation(arguments: ["get", "--", "--help"])
        #expect(invocation == .get(try GetCommand.Options(arguments: ["--", "--help"])))
    }

    @Test(arguments: [
        ([], "no command; the commands are get, frames, show, info, cache, formats, help"),
        (["gte", "a.png"], "unknown command 'gte'; did you mean get?"),
        (
            ["https://example.com/a.png"],
            "'https://example.com/a.png' is no command; to load it: kf get 'https://example.com/a.png'"
        ),
        (["--json", "get"], "unknown option '--json'; options stand behind a command"),
        (["help", "get", "info"], "help takes one command"),
        (["help", "formatz"], "unknown command 'formatz'; did you mean formats?"),
        (["--version", "get"], "--version stands alone"),
        (["formats", "png"], "formats takes no argument, not 'png'"),
        (["cache"], "cache needs one of path, list, stats, clean, clear, remove, verify"),
        (["cache", "claen"], "cache does not know 'claen'; did you mean clean?"),
        (["cache", "remove"], "cache remove takes one key; kf cache list shows the keys"),
        (["cache", "list", "x"], "cache list takes no argument, not 'x'"),
        (["cache", "list", "--cache", ""], "--cache needs a folder, not an empty name"),
        (["frames", "a.gif"], "frames needs -O DIR; the folder that the files go into"),
        (["frames", "a.gif", "b.gif", "-O", "d"], "frames takes one source, not 2"),
        (["frames", "-O", "d"], "frames needs a source; a URL, a path, or - for standard input"),
        (["frames", "a.gif", "-O", "d", "--frame", "1"], "unknown option '--frame'"),
        (["info"], "info needs a source; a URL, a path, or - for standard input"),
    ])
    func aMistakeIsNamedWithAWayOut(arguments: [String], text: String) {
        let error = #expect(throws: UsageError.self) { try Invocation(arguments: arguments) }
        #expect(error?.text == text)
    }

    @Test func theHelpNamesEveryOptionOfItsCommand() {
        let pages: [(Help.Topic, [OptionSpec])] = [
            (.get, GetCommand.Options.specs), (.info, InfoCommand.Options.specs),
            (.cache, CacheCommand.Options.specs), (.formats, FormatsCommand.Options.specs),
        ]
        for (topic, specs) in pages {
            for spec in specs {
                #expect(Help.text(topic).contains(OptionSpec.typed(spec.name)), "\(topic) \(spec.name)")
            }
        }
        for action in CacheCommand.Action.words { #expect(Help.text(.cache).contains("  \(action) ")) }
        for command in Invocation.commands { #expect(Help.text(.overview).contains("kf \(command) ")) }
    }
}

import KingfisherCore
import Testing

@testable import KFCommand

@Suite(.timeLimit(.minutes(1)))
struct GetOptionsTests {
    private func parse(_ arguments: String...) throws(UsageError) -> GetCommand.Options {
        try GetCommand.Options(arguments: arguments)
    }

    @Test func nothingAskedForMeansTheDefaults() throws {
        let options = try parse("a.jpg")
        #expect(options == GetCommand.Options(sources: ["a.jpg"]))
        #expect(options.caching == .standard(folder: nil))
        #expect(options.limits == .standard)
    }

    @Test func processingKeepsTheOrderGiven() throws {
        let steps = try parse(
            "--crop", "30x20@0,1", "a", "--resize", "400x", "--crop", "5x6", "--resize", "x7"
        ).steps
        #expect(
            steps == [
                .crop(.init(width: 30, height: 20, anchorX: 0, anchorY: 1)),
                .resize(.init(width: 400, height: nil, mode: .fit, enlarges: false)),
                .crop(.init(width: 5, height: 6, anchorX: 0.5, anchorY: 0.5)),
                .resize(.init(width: nil, height: 7, mode: .fit, enlarges: false)),
            ])
    }

    @Test func modeAndEnlargeHoldWhereverTheyStand() throws {
        let expected = [ProcessingStep.resize(.init(width: 4, height: 3, mode: .fill, enlarges: true))]
        #expect(try parse("a", "--mode", "fill", "--enlarge", "--resize", "4x3").steps == expected)
        #expect(try parse("a", "--resize", "4X3", "--enlarge", "--mode", "FILL").steps == expected)
    }

    @Test func everyOptionArrives() throws {
        let options = try parse(
            "a.png", "b.png", "-O", "out", "--format", "JPG", "--quality", "80", "--strip", "--cache", "dir",
            "--refresh", "--header", "Accept: image/png", "--header", "X-A:b:c", "--timeout", "2.5",
            "--limits",
            "untrusted", "--jobs", "3", "--json", "--quiet")
        #expect(options.sources == ["a.png", "b.png"])
        #expect(options.output == .folder("out"))
        #expect(options.format == .jpeg)
        #expect(options.quality == 80)
        #expect(options.strips && options.refreshes && options.printsJSON && options.isQuiet)
        #expect(options.caching == .standard(folder: "dir"))
        #expect(options.headers.map(\.name) == ["Accept", "X-A"])
        #expect(options.headers.map(\.value) == ["image/png", "b:c"])
        #expect(options.timeout == 2.5)
        #expect(options.limits == .untrusted)
        #expect(options.jobs == 3)
    }

    @Test func theNetworkIsReachedAsAsked() throws {
        #expect(try parse("a").network == NetworkOptions())
        let options = try parse("a", "--http2", "--public-only", "--transport", "CURL").network
        #expect(options.transport == .curl && options.usesHTTP2 && options.isPublicOnly)
        #expect(try parse("a", "--transport", "urlsession").network.transport == .urlsession)
        for arguments in [["--http2"], ["--public-only"]] {
            let error = #expect(throws: UsageError.self) {
                try GetCommand.Options(arguments: ["a", "--transport", "urlsession"] + arguments)
            }
            #expect(error?.message.contains("needs --transport curl") == true)
        }
        #expect(throws: UsageError.self) { try parse("a", "--transport", "ftp") }
    }

    @Test func outputsAreToldApart() throws {
        #expect(try parse("a", "-o", "x.png").output == .file("x.png"))
        #expect(try parse("-", "-o", "-").output == .standardOutput)
        #expect(try parse("a", "-o", "./-").output == .file("./-"))
    }

    @Test func theSameOptionTwiceAlikeIsNoContradiction() throws {
        #expect(try parse("a", "--quality", "80", "--quality", "80", "--json", "--json").quality == 80)
    }

    @Test(arguments: [
        (["--resize", "4x"], "get needs a source"),
        (["", "a"], "a source is an empty text"),
        (["-", "-"], "standard input (-) can be read only once"),
        (["a", "--resize", "0x0"], "--resize '0x0' is no size"),
        (["a", "--resize", "-4x3"], "--resize '-4x3' is no size"),
        (["a", "--resize", "4"], "--resize '4' is no size"),
        (["a", "--resize", "x"], "--resize 'x' is no size"),
        (["a", "--resize", "4x3x2"], "--resize '4x3x2' is no size"),
        (["a", "--resize", "1.5x2"], "--resize '1.5x2' is no size"),
        (["a", "--resize", "99999999999999999999x1"], "is no size"),
        (["a", "--resize", "1000001x1"], "is no size"),
        (["a", "--mode", "strech", "--resize", "4x3"], "did you mean stretch?"),
        (["a", "--mode", "fill"], "--mode is about resizing"),
        (["a", "--enlarge"], "--enlarge is about resizing"),
        (["a", "--mode", "stretch", "--resize", "4x"], "--mode stretch needs both sides"),
        (["a", "--crop", "4x"], "needs both a width and a height"),
        (["a", "--crop", "4x3@"], "has no valid anchor"),
        (["a", "--crop", "4x3@0.5"], "has no valid anchor"),
        (["a", "--crop", "4x3@2,0"], "has no valid anchor"),
        (["a", "--crop", "4x3@-1,0"], "has no valid anchor"),
        (["a", "--crop", "4x3@0,0,0"], "has no valid anchor"),
        (["a", "--crop", "4x3@nan,0"], "has no valid anchor"),
        (["a", "--quality", "0"], "--quality '0' is no whole number from 1 to 100"),
        (["a", "--quality", "101"], "from 1 to 100"),
        (["a", "--quality", "-5"], "from 1 to 100"),
        (["a", "--quality", "+5"], "from 1 to 100"),
        (["a", "--quality", "80", "--quality", "90"], "--quality is given twice, as '80' and as '90'"),
        (["a", "--format", "jpge"], "did you mean jpeg?"),
        (["a", "--format", ""], "is no format"),
        (["a", "--timeout", "0"], "--timeout '0' is no number of seconds"),
        (["a", "--timeout", "inf"], "is no number of seconds"),
        (["a", "--timeout", "1e3"], "is no number of seconds"),
        (["a", "--limits", "untrustd"], "did you mean untrusted?"),
        (["a", "--jobs", "0"], "from 1 to 256"),
        (["a", "--header", "Accept"], "has no colon"),
        (["a", "--header", "A b: c"], "has no valid name"),
        (["a", "--header", ": c"], "has no valid name"),
        (["a", "--header", "A: b\r\nC: d"], "line break"),
        (["a", "--header", "Host: elsewhere"], "--header cannot set Host"),
        (["a", "-o", ""], "-o needs a file"),
        (["a", "-O", ""], "-O needs a folder"),
        (["a", "-o", "x", "-O", "y"], "-o and -O contradict each other"),
        (["a", "b", "-o", "x"], "-o names one file, but there are 2 sources"),
        (["a", "-o", "-", "--json"], "both write to standard output"),
        (["a", "--cache", "d", "--no-cache"], "--cache and --no-cache contradict each other"),
        (["a", "--no-cache", "--only-from-cache"], "contradict each other"),
        (["a", "--refresh", "--only-from-cache"], "contradict each other"),
    ])
    func aMistakeIsNamed(arguments: [String], text: String) throws {
        let error = try #require(throws: UsageError.self) { try GetCommand.Options(arguments: arguments) }
        #expect(error.text.contains(text), "\(error.text)")
    }
}

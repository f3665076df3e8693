import Testing

@testable import KFCommand

@Suite(.timeLimit(.minutes(1)))
struct OptionScannerTests {
    private let specs: [OptionSpec] = [
        .value("o"), .value("O"), .flag("json"), .value("resize"), .flag("refresh"), .value("crop"),
    ]

    private func scan(_ arguments: String...) throws(UsageError) -> ScannedArguments {
        try OptionScanner.scan(arguments, options: specs)
    }

    @Test func optionsKeepTheirOrderAndOperandsTheirs() throws {
        let scanned = try scan("a", "--crop", "1x1", "b", "--resize=2x", "--json", "-o", "-", "-")
        #expect(scanned.options.map(\.name) == ["crop", "resize", "json", "o"])
        #expect(scanned.options.map(\.value) == ["1x1", "2x", "", "-"])
        #expect(scanned.operands == ["a", "b", "-"])
    }

    @Test func aDoubleDashEndsTheOptions() throws {
        let scanned = try scan("--json", "--", "--resize", "-o")
        #expect(scanned.options.map(\.name) == ["json"])
        #expect(scanned.operands == ["--resize", "-o"])
    }

    @Test func aLetterTakesItsValueWithOrWithoutASpace() throws {
        #expect(try scan("-Odir").options == [.init(name: "O", value: "dir")])
        #expect(try scan("-O", "dir").options == [.init(name: "O", value: "dir")])
    }

    @Test func aLongNameMayBeCutShortWhileItIsUnambiguous() throws {
        #expect(try scan("--res", "4x").options == [.init(name: "resize", value: "4x")])
        #expect(throws: UsageError("'--re' could be any of --resize, --refresh")) { try scan("--re", "4x") }
    }

    @Test func textOutsideASCIIPassesUnchanged() throws {
        #expect(try scan("Größe 😀.png", "--crop", "é").operands == ["Größe 😀.png"])
    }

    @Test(arguments: [
        (["--resise", "4x"], "unknown option '--resise'; did you mean --resize?"),
        (["--resise=4x"], "unknown option '--resise'; did you mean --resize?"),
        (["--colour"], "unknown option '--colour'"),
        (["-x"], "unknown option '-x'"),
        (["--resize"], "--resize needs a value"),
        (["-o"], "-o needs a value"),
        (["--json=yes"], "--json takes no value"),
    ])
    func aMistakeIsNamed(arguments: [String], text: String) {
        let error = #expect(throws: UsageError.self) { try OptionScanner.scan(arguments, options: specs) }
        #expect(error?.text == text)
    }

    @Test func scansAtTheSameTimeDoNotMix() async throws {
        let specs = specs
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let scanned = try OptionScanner.scan(
                        ["s\(number)", "--resize", "\(number)x", "--json", "t\(number)"], options: specs)
                    return scanned.operands == ["s\(number)", "t\(number)"]
                        && scanned.options.first?.value == "\(number)x" && scanned.options.count == 2
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}

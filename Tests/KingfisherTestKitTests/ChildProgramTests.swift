import KingfisherTestKit
import Testing

@Suite("Running programs", .timeLimit(.minutes(1)))
struct ChildProgramTests {
    @Test("exit code, output and errors are told apart")
    func outcome() async throws {
        let outcome = try await ChildProgram.run("sh", ["-c", "echo out; echo err >&2; exit 3"])
        #expect(outcome.exitCode == 3)
        #expect(String(decoding: outcome.output, as: UTF8.self) == "out\n")
        #expect(outcome.errorText == "err\n")
    }

    @Test("a program that does not end is killed at its time limit")
    func timeLimit() async throws {
        let outcome = try await ChildProgram.run("sleep", ["600"], upTo: .milliseconds(100))
        #expect(outcome.exitCode == 9)
    }

    @Test("a program that is not installed is named")
    func missing() async {
        let failure = await #expect(throws: TestKitFailure.self) {
            try await ChildProgram.run("no-such-program", [])
        }
        #expect(failure?.description.contains("no-such-program") == true)
    }
}

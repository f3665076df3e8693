public import Foundation
internal import Glibc

/// Runs an installed program, so that tests can take their expectations from somebody else's code.
public enum ChildProgram {
    /// What a program left behind.
    public struct Outcome: Sendable {
        /// The exit code, or the signal's number where a signal ended it.
        public let exitCode: Int32
        /// What it wrote to standard output.
        public let output: Data
        /// What it wrote to standard error.
        public let errorText: String
    }

    /// The path of a program on PATH or in the system's `sbin` folders, or nil where it is not installed.
    public static func path(of name: String) -> String? {
        let search = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return (search.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"])
            .map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs a program to its end, with empty standard input; it is killed after `limit`.
    ///
    /// Throws `TestKitFailure` where the program is not installed. An exit code other than 0 does not throw.
    public static func run(
        _ name: String, _ arguments: [String], upTo limit: Duration = .seconds(30)
    ) async throws -> Outcome {
        guard let path = path(of: name) else {
            throw TestKitFailure("the program \(name) is not installed; install it and run the tests again")
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kf-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files, because a pipe needs a thread that blocks in reading, and Dispatch shares its few with Swift's tasks.
        let (output, errors) = (folder.appendingPathComponent("out"), folder.appendingPathComponent("err"))
        let program = try RunningProgram(
            path: path, arguments: arguments,
            surroundings: .init(output: .file(output.path), errors: .file(errors.path)))
        let watchdog = Task {
            try await Task.sleep(for: limit)
            program.send(signal: SIGKILL)
        }
        defer { watchdog.cancel() }
        let exitCode: Int32 =
            switch await program.end() {
            case .exit(let code): code
            case .signal(let number): number
            }
        return Outcome(
            exitCode: exitCode, output: try Data(contentsOf: output),
            errorText: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
}

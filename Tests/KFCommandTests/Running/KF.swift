import Foundation
import Glibc
import KingfisherTestKit
import Testing

/// The built program `kf`, run as a child in a folder of its own, with its default cache in there.
struct KF {
    /// What a run left behind.
    struct Outcome {
        let exitCode: Int32
        /// The signal that ended it.
        let signal: Int32?
        let output: Data
        let errorText: String

        var text: String { String(decoding: output, as: UTF8.self) }

        /// The objects of `--json`, one a line.
        func lines() throws -> [Line] {
            try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        }

        /// The only object.
        func line() throws -> Line {
            let lines = try lines()
            try #require(lines.count == 1, "\(text) \(errorText)")
            return lines[0]
        }
    }

    /// One object of `get --json`.
    struct Line: Decodable {
        let source: String
        let cacheType: String?
        let format: String?
        let width: Int?
        let height: Int?
        let frames: Int?
        let bytes: Int?
        let output: String?
        let milliseconds: Double?
        let error: String?
        let code: String?
        let number: Int?
        let cacheErrors: [Problem]?
    }

    /// What went wrong with a cache.
    struct Problem: Decodable {
        let error: String
        let code: String
        let number: Int?
    }

    let folder: FolderForTest

    /// Runs it to its end, or kills it after `limit`.
    /// - Parameter input: What standard input holds; nothing when nil.
    func run(
        _ arguments: [String], input: Data? = nil, upTo limit: Duration = .seconds(60)
    ) async throws -> Outcome {
        let running = try start(arguments, input: input)
        let watchdog = Task {
            try await Task.sleep(for: limit)
            running.program.send(signal: SIGKILL)
        }
        defer { watchdog.cancel() }
        return try await running.end()
    }

    /// Runs it to its end.
    func callAsFunction(_ arguments: String..., input: Data? = nil) async throws -> Outcome {
        try await run(arguments, input: input)
    }

    /// Starts it.
    /// - Parameter output: Where standard output goes; into `Outcome.output` when nil.
    func start(_ arguments: [String], input: Data? = nil, output: FileHandle? = nil) throws -> Running {
        let files = ["in", "out", "err"].map { URL(filePath: folder.path(".\($0)-\(UUID().uuidString)")) }
        for file in files { try Data().write(to: file) }
        try (input ?? Data()).write(to: files[0])
        var environment = ProcessInfo.processInfo.environment.filter {
            !$0.key.lowercased().hasSuffix("_proxy")
        }
        environment["XDG_CACHE_HOME"] = folder.path("xdg")
        environment["SWIFT_BACKTRACE"] = "enable=no"
        let program = try RunningProgram(
            path: try Self.program(), arguments: arguments,
            surroundings: .init(
                folder: folder.path(""), environment: environment, input: .file(files[0].path),
                output: output.map { .descriptor($0.fileDescriptor) } ?? .file(files[1].path),
                errors: .file(files[2].path)))
        return Running(program: program, files: files)
    }

    /// A child that has not ended yet.
    struct Running {
        let program: RunningProgram
        fileprivate let files: [URL]

        func end() async throws -> Outcome {
            let ending = await program.end()
            try Task.checkCancellation()
            defer { for file in files { try? FileManager.default.removeItem(at: file) } }
            let (exitCode, signal): (Int32, Int32?) =
                switch ending {
                case .exit(let code): (code, nil)
                case .signal(let number): (number, number)
                }
            return Outcome(
                exitCode: exitCode, signal: signal, output: try Data(contentsOf: files[1]),
                errorText: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
        }
    }

    /// The program, which was built beside the tests.
    static func program() throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = URL(filePath: tests).deletingLastPathComponent().appending(path: "kf").path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw TestKitFailure("\(path) is missing; build the whole package")
        }
        return path
    }
}

/// The images that the tests read.
enum Picture {
    static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The path of one of `Tests/Fixtures/`.
    static func path(_ name: String) -> String { package.appending(path: "Tests/Fixtures/\(name)").path }

    /// The bytes of one of them.
    static func data(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: path(name))) }

    /// What ImageMagick says about a file, in its format language.
    static func identify(_ path: String, _ format: String) async throws -> String {
        let outcome = try await ChildProgram.run("identify", ["-format", format, path])
        try #require(outcome.exitCode == 0, "\(outcome.errorText)")
        return String(decoding: outcome.output, as: UTF8.self)
    }
}

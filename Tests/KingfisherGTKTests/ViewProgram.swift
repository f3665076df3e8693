import Foundation
import Glibc
import KingfisherTestKit
import Testing

/// The program that holds the checks, run on a display of its own.
enum ViewProgram {
    struct Outcome {
        let exitCode: Int32
        let text: String
    }

    /// Runs a check to its end; it fails by its exit code. Its pictures go to `screenshots` beside the tests' program.
    static func check(_ name: String) async throws {
        let display = try await Display()
        let outcome = try await run(name, display: display.name)
        #expect(outcome.exitCode == 0, "\(outcome.text)")
        print(outcome.text, terminator: "")
    }

    /// Runs a check, or kills it after a minute.
    static func run(_ name: String, display: String?) async throws -> Outcome {
        let folder = try products()
        let screenshots = folder.appending(path: "screenshots")
        try FileManager.default.createDirectory(at: screenshots, withIntermediateDirectories: true)
        let output = FileManager.default.temporaryDirectory.appending(path: "kf-view-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: output) }
        let program = try RunningProgram(
            path: folder.appending(path: "kf-view-check").path, arguments: [name, screenshots.path],
            surroundings: .init(environment: environment(display), output: .file(output.path)))
        let watchdog = Task {
            try await Task.sleep(for: .seconds(60))
            program.send(signal: SIGKILL)
        }
        defer { watchdog.cancel() }
        let exitCode: Int32 =
            switch await program.end() {
            case .exit(let code): code
            case .signal(let number): 128 + number
            }
        return Outcome(exitCode: exitCode, text: try String(contentsOf: output, encoding: .utf8))
    }

    /// Drawn by the processor, and with nothing of the desktop that happens to run.
    private static func environment(_ display: String?) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["DISPLAY"] = display
        environment["WAYLAND_DISPLAY"] = nil
        environment.merge([
            "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "none", "GSETTINGS_BACKEND": "memory",
            "SWIFT_BACKTRACE": "enable=no",
        ]) { $1 }
        return environment
    }

    private static func products() throws -> URL {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests).deletingLastPathComponent()
    }
}

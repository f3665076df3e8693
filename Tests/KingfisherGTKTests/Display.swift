import Foundation
import Glibc
import KingfisherTestKit

/// An X server without a screen, for as long as this lives.
final class Display: Sendable {
    /// Its name for `DISPLAY`.
    let name: String
    private let server: RunningProgram

    /// - Throws: `TestKitFailure` where Xvfb is not installed or does not start.
    init() async throws {
        guard let path = ChildProgram.path(of: "Xvfb") else {
            throw TestKitFailure("Xvfb is not installed; run Tools/setup")
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "kf-display-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        server = try RunningProgram(
            path: path,
            arguments: ["-displayfd", "1", "-screen", "0", "400x300x24", "-nolisten", "tcp", "-noreset"],
            surroundings: .init(output: .file(file.path)))
        name = try await Self.name(in: file, of: server)
    }

    /// Xvfb writes the number of its display, and a line's end, when it is ready.
    private static func name(in file: URL, of server: RunningProgram) async throws -> String {
        let start = ContinuousClock.now
        while server.isRunning, ContinuousClock.now - start < .seconds(20) {
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            if text.hasSuffix("\n") { return ":" + text.dropLast() }
            try await Task.sleep(for: .milliseconds(5))
        }
        server.send(signal: SIGTERM)
        throw TestKitFailure("Xvfb did not start")
    }

    deinit {
        server.send(signal: SIGTERM)
    }
}

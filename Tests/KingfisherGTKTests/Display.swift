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
        let pipe = Pipe()
        server = try RunningProgram(
            path: path,
            arguments: ["-displayfd", "1", "-screen", "0", "400x300x24", "-nolisten", "tcp", "-noreset"],
            surroundings: .init(output: .descriptor(pipe.fileHandleForWriting.fileDescriptor)))
        try pipe.fileHandleForWriting.close()
        guard let line = await Self.firstLine(of: pipe.fileHandleForReading) else {
            server.send(signal: SIGTERM)
            throw TestKitFailure("Xvfb did not start")
        }
        name = ":" + line
    }

    /// Xvfb writes the number of its display when it is ready.
    private static func firstLine(of file: FileHandle) async -> String? {
        let parts = AsyncStream<Data> { continuation in
            file.readabilityHandler = { file in
                let part = file.availableData
                if part.isEmpty { continuation.finish() } else { continuation.yield(part) }
            }
        }
        defer { file.readabilityHandler = nil }
        var text = Data()
        for await part in parts {
            text += part
            if text.last == UInt8(ascii: "\n") { return String(decoding: text.dropLast(), as: UTF8.self) }
        }
        return nil
    }

    deinit {
        server.send(signal: SIGTERM)
    }
}

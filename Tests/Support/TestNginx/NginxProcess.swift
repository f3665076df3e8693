import Foundation
import Glibc
import KingfisherTestKit

/// A running nginx.
struct NginxProcess {
    private let program: RunningProgram
    /// Its standard error, which it writes to until it ends.
    private let pipe = Pipe()

    /// nginx names its event method once it listens, which is how readiness shows without asking again and again.
    init(folder: URL) async throws {
        let (log, lines) = AsyncStream.makeStream(of: Data.self)
        program = try RunningProgram(
            path: ChildProgram.path(of: "nginx") ?? "nginx",
            arguments: ["-p", folder.path, "-c", "nginx.conf", "-e", "stderr"],
            surroundings: .init(errors: .descriptor(pipe.fileHandleForWriting.fileDescriptor)))
        try pipe.fileHandleForWriting.close()
        pipe.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            lines.yield(data)
            guard data.isEmpty else { return }
            // nginx has ended.
            handle.readabilityHandler = nil
            lines.finish()
        }
        var text = ""
        for await data in log {
            text += String(decoding: data, as: UTF8.self)
            if text.contains("event method") { return }
        }
        throw TestKitFailure("nginx does not start: \(text)")
    }

    func stop() async {
        program.send(signal: SIGTERM)
        _ = await program.end()
    }
}

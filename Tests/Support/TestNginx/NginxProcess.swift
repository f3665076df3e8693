import Foundation
import KingfisherTestKit

/// A running nginx.
struct NginxProcess {
    private let process = Process()
    private let end: AsyncStream<Void>

    /// nginx names its event method once it listens, which is how readiness shows without asking again and again.
    init(folder: URL) async throws {
        let ended: AsyncStream<Void>.Continuation
        (end, ended) = AsyncStream.makeStream(of: Void.self)
        let (output, log) = AsyncStream.makeStream(of: Data.self)
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: ChildProgram.path(of: "nginx") ?? "nginx")
        process.arguments = ["-p", folder.path, "-c", "nginx.conf", "-e", "stderr"]
        process.standardError = pipe
        process.terminationHandler = { _ in
            ended.finish()
            log.finish()
        }
        pipe.fileHandleForReading.readabilityHandler = { log.yield($0.availableData) }
        try process.run()
        var text = ""
        for await data in output {
            text += String(decoding: data, as: UTF8.self)
            if text.contains("event method") { return }
        }
        throw TestKitFailure("nginx does not start: \(text)")
    }

    func stop() async {
        process.terminate()
        for await _ in end {}
    }
}

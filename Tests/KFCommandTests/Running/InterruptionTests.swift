import Foundation
import KingfisherTestKit
import Testing

/// What is left when the user, or the reader of the output, goes away.
@Suite(.timeLimit(.minutes(2)))
struct InterruptionTests {
    private let folder = FolderForTest()
    private var kf: KF { KF(folder: folder) }

    @Test(arguments: [SIGINT, SIGTERM])
    func aSignalDuringADownloadLeavesNoFile(number: Int32) async throws {
        let server = try ScriptedServer()
        let gate = try Gate()
        let data = try Picture.data("jpeg/photo.jpg")
        server.route("/slow.jpg", .bytes(data).gated(data.count / 2, by: gate))
        let running = try kf.start([
            "get", server.url("/slow.jpg").absoluteString, "-o", "out.jpg", "--no-cache",
        ])
        gate.pass()
        // The second arrival means that the first half is on its way.
        try await gate.waitForArrivals(2)
        running.program.send(signal: number)
        let outcome = try await running.end()
        #expect(outcome.signal == number)
        #expect(outcome.text == "")
        #expect(try folder.contents().filter { $0 != "xdg" } == [])
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test func aSignalAtAnyTimeLeavesNothingHidden() async throws {
        let server = try ScriptedServer()
        let paths = (1...12).map { "/\($0).jpg" }
        let data = try Data(contentsOf: Picture.package.appending(path: "Samples/dunes-gray.jpg"))
        for path in paths { server.route(path, .bytes(data)) }
        // A cache that is empty each time: a replaced entry has a hidden name for the time of one system call.
        func arguments(cache: String) -> [String] {
            ["get", "-O", "out", "--cache", cache, "--refresh"] + paths.map(url(server))
        }
        let clock = ContinuousClock()
        let start = clock.now
        #expect(try await kf.run(arguments(cache: "cache")).exitCode == 0)
        let whole = clock.now - start
        for round in 1...50 {
            let cache = "cache-\(round)"
            let running = try kf.start(arguments(cache: cache))
            // Any moment of the run will do, so none is waited for.
            try await Task.sleep(for: whole * Double.random(in: 0...1))
            running.program.send(signal: SIGINT)
            let outcome = try await running.end()
            #expect(outcome.exitCode == 0 || outcome.signal == SIGINT)
            for place in ["out", cache] {
                let files = FileManager.default.enumerator(atPath: folder.path(place))?.allObjects ?? []
                let names = files.compactMap { ($0 as? String)?.split(separator: "/").last }
                #expect(names.filter { $0.hasPrefix(".") } == [])
            }
        }
    }

    private func url(_ server: ScriptedServer) -> (String) -> String {
        { server.url($0).absoluteString }
    }

    @Test func aNamedPipeWaitsForItsReaderAndASignalEndsTheWait() async throws {
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        let photo = Picture.path("jpeg/photo.jpg")
        let waiting = try kf.start(["get", photo, "-o", "pipe"])
        try await waitUntilBlocked(waiting.program, in: "wait_for_partner")
        waiting.program.send(signal: SIGINT)
        #expect(try await waiting.end().signal == SIGINT)
        let served = try kf.start(["get", photo, "-o", "pipe"])
        let read = try await ChildProgram.run("cat", [folder.path("pipe")])
        #expect(read.output == (try Picture.data("jpeg/photo.jpg")))
        #expect(try await served.end().exitCode == 0)
    }

    /// Waits until a thread of the process sleeps in that function of the kernel, which is where opening a pipe waits.
    /// A kernel that does not tell is believed.
    private func waitUntilBlocked(_ program: RunningProgram, in function: String) async throws {
        let tasks = "/proc/\(program.processIdentifier)/task"
        for _ in 0..<1000 {
            let threads = try FileManager.default.contentsOfDirectory(atPath: tasks)
            let places = threads.compactMap {
                try? String(contentsOfFile: "\(tasks)/\($0)/wchan", encoding: .utf8)
            }
            if places.contains(function) || places.allSatisfy({ $0 == "0" }) && threads.count > 3 { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("no thread waits in \(function)")
    }

    @Test func aShellSees130AfterControlC() async throws {
        let server = try ScriptedServer()
        let gate = try Gate()
        server.route("/slow.jpg", ScriptedResponse.bytes(Data()).held(by: gate))
        let pidFile = folder.path("pid")
        // In the foreground, since a shell without job control has its background children ignore SIGINT.
        let script = #"(echo $BASHPID > "$3"; exec "$1" get "$2"); exit $?"#
        async let shell = ChildProgram.run(
            "bash",
            ["-c", script, "sh", try KF.program(), server.url("/slow.jpg").absoluteString, pidFile])
        try await gate.waitForArrivals(1)
        let pid = try #require(Int32(try String(contentsOfFile: pidFile, encoding: .utf8).dropLast()))
        #expect(kill(pid, SIGINT) == 0)
        #expect(try await shell.exitCode == 130)
    }

    @Test func aReaderThatLeavesIsNoCrash() async throws {
        let photo = Picture.path("jpeg/photo.jpg")
        for (arguments, message) in [
            (
                ["get", photo, "-o", "-"],
                "kf: \(photo): standard output cannot be written: the reader closed it.\n"
            ),
            (["get", photo, "--json"], ""), (["info", photo, photo], ""), (["formats"], ""),
        ] {
            let pipe = Pipe()
            try pipe.fileHandleForReading.close()
            let outcome = try await kf.start(arguments, output: pipe.fileHandleForWriting).end()
            #expect(outcome.exitCode == 1 && outcome.signal == nil)
            #expect(outcome.errorText == message)
        }
    }

    @Test func aFullStandardOutputIsAFailure() async throws {
        let program = try KF.program()
        let picture = Picture.path("jpeg/photo.jpg")
        for arguments in ["get '\(picture)' -o -", "get '\(picture)' --json", "info '\(picture)'", "formats"]
        {
            let outcome = try await ChildProgram.run("bash", ["-c", "'\(program)' \(arguments) > /dev/full"])
            #expect(outcome.exitCode == 1, "\(arguments)")
        }
    }
}

import Foundation
import KingfisherTestKit
import Testing

/// Two runs against a server that people use: the second one asks it nothing.
@Suite(
    .enabled(if: ChildProgram.path(of: "nginx") != nil, "skipped: nginx is not installed"),
    .timeLimit(.minutes(2)))
struct NginxTests {
    private let folder = FolderForTest()
    private var kf: KF { KF(folder: folder) }

    /// Starts it at a socket's free port; it is stopped by its process id.
    private func nginx(port: Int) throws -> Process {
        let configuration = """
            daemon off; master_process off; pid \(folder.path("pid")); error_log \(folder.path("error")) notice;
            events {}
            http {
                access_log \(folder.path("access"));
                client_body_temp_path \(folder.path("t1")); proxy_temp_path \(folder.path("t2"));
                fastcgi_temp_path \(folder.path("t3")); uwsgi_temp_path \(folder.path("t4"));
                scgi_temp_path \(folder.path("t5"));
                types { image/jpeg jpg; }
                server { listen 127.0.0.1:\(port); root \(folder.path("www")); }
            }
            """
        try configuration.write(toFile: folder.path("nginx.conf"), atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(filePath: try #require(ChildProgram.path(of: "nginx")))
        process.arguments = ["-c", folder.path("nginx.conf"), "-p", folder.path("")]
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// A port that was free a moment ago.
    private func freePort() throws -> Int {
        let server = try ScriptedServer(connectionLimit: 1)
        defer { server.stop() }
        return Int(server.port)
    }

    @Test func theSecondRunMakesNoRequest() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("www"), withIntermediateDirectories: false)
        let photo = Picture.package.appending(path: "Samples/dunes-gray.jpg").path
        try FileManager.default.copyItem(atPath: photo, toPath: folder.path("www/photo.jpg"))
        let port = try freePort()
        let process = try nginx(port: port)
        // A child inherits the signals that the test's thread blocks; only this one gets through.
        defer { kill(process.processIdentifier, SIGKILL) }
        // nginx says nothing when it is ready; curl waits for it.
        let url = "http://127.0.0.1:\(port)/"
        let ready = try await ChildProgram.run(
            "curl",
            ["-s", "--noproxy", "*", "--retry", "50", "--retry-delay", "1", "--retry-connrefused", url])
        try #require(ready.exitCode == 0)
        for expected in ["none", "disk"] {
            let outcome = try await kf("get", "\(url)photo.jpg", "--resize", "400x300", "--json")
            let line = try outcome.line()
            #expect(line.cacheType == expected)
            #expect((line.width, line.height) == (400, 267))
        }
        let log = try String(contentsOfFile: folder.path("access"), encoding: .utf8)
        #expect(log.split(separator: "\n").count { $0.contains("GET /photo.jpg ") } == 1, "\(log)")
    }
}

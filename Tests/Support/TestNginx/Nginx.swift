public import Foundation
import Glibc
import KingfisherTestKit

/// An nginx of its own on the loopback interface, with a folder of its own.
public struct Nginx {
    private static let secureServer = """
        server {
            listen 127.0.0.1:PORT ssl; root www; ssl_certificate cert.pem; ssl_certificate_key key.pem;
        }
        """

    private static let configuration = """
        daemon off;
        USER
        worker_processes 1;
        pid nginx.pid;
        error_log stderr notice;
        events { worker_connections 64; }
        http {
            log_format short '$connection $status $request_uri';
            access_log access.log short;
            client_body_temp_path temp; proxy_temp_path temp; fastcgi_temp_path temp;
            uwsgi_temp_path temp; scgi_temp_path temp;
            types { text/plain txt; image/png png; }
            gzip on; gzip_min_length 1; gzip_types text/plain;
            server { listen 127.0.0.1:PORT; root www; }
            TLS
        }
        """

    private let folder: URL
    private let port: UInt16
    private let securePort: UInt16
    private let process = Process()

    /// Runs some work with a running nginx, and stops it afterwards by its process id.
    ///
    /// Where `secure`, it speaks TLS at a second port, with a certificate that nobody has reason to trust.
    public static func run<Result>(
        files: [String: Data], secure: Bool = false, _ work: (Nginx) async throws -> Result
    ) async throws -> Result {
        let nginx = try Nginx(files: files, secure: secure)
        defer { try? FileManager.default.removeItem(at: nginx.folder) }
        if secure { try await nginx.makeCertificate() }
        let end = try await nginx.start()
        do {
            let result = try await work(nginx)
            await nginx.stop(end)
            return result
        } catch {
            await nginx.stop(end)
            throw error
        }
    }

    private init(files: [String: Data], secure: Bool) throws {
        let free = [try ScriptedServer(), try ScriptedServer()]
        (port, securePort) = (free[0].port, free[1].port)
        for server in free { server.stop() }
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "kf-nginx-\(UUID().uuidString)")
        let root = folder.appendingPathComponent("www")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        for (name, data) in files { try data.write(to: root.appendingPathComponent(name)) }
        // Without this, the worker of a root's nginx is another user, who may not see the temporary folder.
        let user = getuid() == 0 ? "user root;" : ""
        let secureServer = Self.secureServer.replacingOccurrences(of: "PORT", with: "\(securePort)")
        try Self.configuration.replacingOccurrences(of: "PORT", with: "\(port)")
            .replacingOccurrences(of: "TLS", with: secure ? secureServer : "")
            .replacingOccurrences(of: "USER", with: user)
            .write(to: folder.appendingPathComponent("nginx.conf"), atomically: true, encoding: .utf8)
    }

    /// nginx names its event method once it listens, which is how readiness shows without asking again and again.
    private func start() async throws -> AsyncStream<Void> {
        let (end, ended) = AsyncStream.makeStream(of: Void.self)
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
            if text.contains("event method") { return end }
        }
        throw TestKitFailure("nginx does not start: \(text)")
    }

    private func makeCertificate() async throws {
        let arguments = [
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
            "-addext", "subjectAltName=IP:127.0.0.1",
            "-keyout", folder.appendingPathComponent("key.pem").path,
            "-out", folder.appendingPathComponent("cert.pem").path,
        ]
        let outcome = try await ChildProgram.run("openssl", arguments)
        guard outcome.exitCode == 0 else { throw TestKitFailure("openssl: \(outcome.errorText)") }
    }

    private func stop(_ end: AsyncStream<Void>) async {
        process.terminate()
        for await _ in end {}
    }

    public func url(_ path: String) throws -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
            throw TestKitFailure("no URL: \(path)")
        }
        return url
    }

    public func secureURL(_ path: String, speaksTLS: Bool = true) throws -> URL {
        let text = "https://127.0.0.1:\(speaksTLS ? securePort : port)\(path)"
        guard let url = URL(string: text) else { throw TestKitFailure("no URL: \(path)") }
        return url
    }

    /// The log so far, as (connection, status, path).
    public func log() throws -> [(connection: String, status: String, path: String)] {
        try String(contentsOf: folder.appendingPathComponent("access.log"), encoding: .utf8)
            .split(separator: "\n").map { line in
                let words = line.split(separator: " ").map(String.init)
                return (words[0], words[1], words[2])
            }
    }
}

public import Foundation
import Glibc
import KingfisherTestKit

/// An nginx of its own on the loopback interface, with a folder of its own.
///
/// It listens at three ports: HTTP/1.1, HTTP/2 without TLS, and HTTP/1.1 or HTTP/2 over TLS, with a certificate that nobody
/// has reason to trust but who is given `certificate`.
public struct Nginx: Sendable {
    private static let configuration = """
        daemon off;
        USER
        worker_processes 1;
        pid nginx.pid;
        error_log stderr notice;
        events { worker_connections 512; }
        http {
            log_format short '$connection $status $request_uri $server_protocol $ssl_client_verify';
            access_log access.log short;
            client_body_temp_path temp; proxy_temp_path temp; fastcgi_temp_path temp;
            uwsgi_temp_path temp; scgi_temp_path temp;
            types { text/plain txt; image/png png; }
            gzip on; gzip_min_length 1; gzip_types text/plain;
            keepalive_requests 100000;
            root www;
            ssl_certificate cert.pem; ssl_certificate_key key.pem;
            ssl_client_certificate cert.pem; ssl_verify_client optional;
            location_rules
        }
        """

    private static let server = """
        server {
            LISTEN
            location / {}
            location /to/ { rewrite ^/to/(https?)/([0-9]+)/(.*)$ $1://127.0.0.1:$2/$3 redirect; }
        }
        """

    private let folder: URL
    private let ports: [UInt16]

    /// Runs some work with a running nginx, and stops it afterwards by its process id.
    /// - Parameter files: What it serves, by name.
    public static func run<Result>(
        files: [String: Data], _ work: (Nginx) async throws -> Result
    ) async throws -> Result {
        let nginx = try Nginx(files: files)
        defer { try? FileManager.default.removeItem(at: nginx.folder) }
        try await nginx.makeCertificate()
        let process = try await NginxProcess(folder: nginx.folder)
        do {
            let result = try await work(nginx)
            await process.stop()
            return result
        } catch {
            await process.stop()
            throw error
        }
    }

    private init(files: [String: Data]) throws {
        // Ports that were free a moment ago.
        let free = [try ScriptedServer(), try ScriptedServer(), try ScriptedServer()]
        ports = free.map(\.port)
        for server in free { server.stop() }
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "kf-nginx-\(UUID().uuidString)")
        let root = folder.appendingPathComponent("www")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        for (name, data) in files { try data.write(to: root.appendingPathComponent(name)) }
        let servers = zip(ports, ["", " http2", " ssl http2"]).map { port, kind in
            Self.server.replacingOccurrences(of: "LISTEN", with: "listen 127.0.0.1:\(port)\(kind);")
        }
        // Without this, the worker of a root's nginx is another user, who may not see the temporary folder.
        try Self.configuration
            .replacingOccurrences(of: "location_rules", with: servers.joined(separator: "\n"))
            .replacingOccurrences(of: "USER", with: getuid() == 0 ? "user root;" : "")
            .write(to: folder.appendingPathComponent("nginx.conf"), atomically: true, encoding: .utf8)
    }

    private func makeCertificate() async throws {
        let arguments = [
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
            "-addext", "subjectAltName=IP:127.0.0.1,DNS:images.test", "-keyout", key.path,
            "-out", certificate.path,
        ]
        let outcome = try await ChildProgram.run("openssl", arguments)
        guard outcome.exitCode == 0 else { throw TestKitFailure("openssl: \(outcome.errorText)") }
    }

    /// The certificate (PEM): the server's own, its authority, and the client's that the server knows.
    public var certificate: URL { folder.appendingPathComponent("cert.pem") }

    /// The certificate's key.
    public var key: URL { folder.appendingPathComponent("key.pem") }

    /// What another program says the SHA-256 of the server's public key is, in base64.
    public func publicKeyDigest() async throws -> String {
        let steps =
            "openssl x509 -in \(certificate.path) -pubkey -noout | openssl pkey -pubin -outform der "
            + "| openssl dgst -sha256 -binary | openssl base64"
        let outcome = try await ChildProgram.run("sh", ["-c", steps])
        return String(decoding: outcome.output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// A URL at the port of HTTP/1.1.
    public func url(_ path: String) throws -> URL {
        try Self.url("http://127.0.0.1:\(ports[0])\(path)")
    }

    /// A URL at the port of HTTP/2 without TLS.
    public func http2URL(_ path: String) throws -> URL {
        try Self.url("http://127.0.0.1:\(ports[1])\(path)")
    }

    /// A URL at the port of TLS; where `speaksTLS` is false, one that claims TLS at the port of HTTP/1.1.
    public func secureURL(
        _ path: String, host: String = "127.0.0.1", speaksTLS: Bool = true
    ) throws -> URL {
        try Self.url("https://\(host):\(speaksTLS ? ports[2] : ports[0])\(path)")
    }

    private static func url(_ text: String) throws -> URL {
        guard let url = URL(string: text) else { throw TestKitFailure("no URL: \(text)") }
        return url
    }

    /// One request as nginx logs it.
    public struct Entry: Sendable {
        /// The number of the connection.
        public let connection: String
        /// The status answered with.
        public let status: String
        /// What was asked for.
        public let target: String
        /// `HTTP/1.1` or `HTTP/2.0`.
        public let version: String
        /// `SUCCESS` where the client showed the certificate that the server knows.
        public let clientVerification: String
    }

    /// The log, once it has so many entries: nginx writes each after the answer is sent.
    public func log(_ count: Int) async throws -> [Entry] {
        for _ in 0..<1000 {
            let log = try log()
            if log.count >= count { return log }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw TestKitFailure("nginx has not logged \(count) requests but \(try log().count)")
    }

    /// The log so far.
    private func log() throws -> [Entry] {
        try String(contentsOf: folder.appendingPathComponent("access.log"), encoding: .utf8)
            .split(separator: "\n").map { line in
                let words = line.split(separator: " ").map(String.init)
                guard words.count == 5 else { throw TestKitFailure("no line of the log: \(line)") }
                return Entry(
                    connection: words[0], status: words[1], target: words[2], version: words[3],
                    clientVerification: words[4])
            }
    }
}

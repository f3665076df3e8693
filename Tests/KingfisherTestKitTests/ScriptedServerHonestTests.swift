import Foundation
import KingfisherCore
import KingfisherTestKit
import Testing

@Suite("The scripted server, seen by curl, when it is honest", .timeLimit(.minutes(1)))
struct ScriptedServerHonestTests {
    private let server: ScriptedServer
    private let body = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 256) })

    init() throws {
        server = try ScriptedServer()
    }

    @Test("status, headers and body arrive as scripted")
    func plainResponse() async throws {
        let response = ScriptedResponse(status: 203, headers: ["X-Word": "yes"], body: body)
        server.route("/plain", response)
        let seen = try await Curl.get(server.url("/plain"))
        #expect(seen.exitCode == Curl.Exit.ok)
        #expect(seen.status == 203)
        #expect(seen.body == body)
        let head = try await Curl.get(server.url("/plain"), with: ["--head"])
        #expect(head.text.contains("X-Word: yes\r\n"))
        #expect(head.text.contains("Content-Length: 100000\r\n"))
        #expect(server.requests.map(\.method) == ["GET", "HEAD"])
    }

    @Test("a path without a route is answered with 404")
    func unknownPath() async throws {
        let seen = try await Curl.get(server.url("/nowhere"))
        #expect(seen.exitCode == Curl.Exit.ok)
        #expect(seen.status == 404)
    }

    @Test("the connection is kept alive, and closed where the client asks for it")
    func keepAlive() async throws {
        server.route("/a", .text("a"))
        server.route("/b", .text("b").chunked())
        let seen = try await Curl.get(server.url("/a"), server.url("/b"), server.url("/a"))
        #expect(seen.text == "aba")
        #expect(server.connectionCount == 1)
        #expect(Set(server.requests.map(\.connection)) == [1])
        _ = try await Curl.get(server.url("/a"), server.url("/b"), with: ["-H", "Connection: close"])
        #expect(server.connectionCount == 3)
    }

    @Test("chunks of any size are put together again", arguments: [1, 7, 1024, 200_000])
    func chunked(size: Int) async throws {
        let piece = body.prefix(5000)
        server.route("/chunked", .bytes(piece).chunked(size: size))
        let seen = try await Curl.get(server.url("/chunked"))
        #expect(seen.exitCode == Curl.Exit.ok)
        #expect(seen.body == piece)
    }

    @Test("a body without a length ends with the connection")
    func untilClose() async throws {
        server.route("/open", .bytes(body).untilClose())
        let seen = try await Curl.get(server.url("/open"))
        #expect(seen.exitCode == Curl.Exit.ok)
        #expect(seen.body == body)
    }

    @Test("the gzip stream is one that zlib decodes", arguments: [0, 1, 65_535, 65_536, 100_000])
    func gzip(length: Int) async throws {
        server.route("/gzip", .gzip(body.prefix(length)))
        let seen = try await Curl.get(server.url("/gzip"), with: ["--compressed"])
        #expect(seen.exitCode == Curl.Exit.ok, "\(seen.errorText)")
        #expect(seen.body == body.prefix(length))
        let raw = try await Curl.get(server.url("/gzip"))
        #expect(raw.body.prefix(2) == Data([0x1f, 0x8b]))
    }

    @Test("redirects are followed by every status that means one", arguments: [301, 302, 303, 307, 308])
    func redirect(status: Int) async throws {
        server.route("/from", .redirect(to: "/to?q=1", status: status))
        server.route("/to", .text("arrived"))
        let seen = try await Curl.get(server.url("/from"), with: ["-L"])
        #expect(seen.text == "arrived")
        #expect(seen.redirectCount == 1)
        #expect(server.requests.last?.query == "q=1")
        #expect(server.requests.last?.path == "/to")
    }

    @Test("a sequence answers one after the other and stays with the last")
    func sequence() async throws {
        server.route("/flaky", .text("before"))
        _ = try await Curl.get(server.url("/flaky"))
        server.route("/flaky", sequence: [.text("no", status: 503), .text("yes")])
        let statuses = try await [
            Curl.get(server.url("/flaky")).status, Curl.get(server.url("/flaky")).status,
            Curl.get(server.url("/flaky")).status,
        ]
        #expect(statuses == [503, 200, 200])
        #expect(server.count(of: "/flaky") == 4)
        #expect(server.requests.map(\.ordinal) == [1, 2, 3, 4])
    }

    @Test("a closure sees the request whole, body and repeated headers included")
    func closure() async throws {
        server.route("/echo") { request in
            .text("\(request.method) \(request.headers["x-a"] ?? "none") \(request.body.count)")
        }
        let arguments = [
            "-H", "X-A: 1", "-H", "X-A: 2", "--data-binary", String(repeating: "d", count: 3000),
        ]
        let seen = try await Curl.get(server.url("/echo"), with: arguments)
        #expect(seen.text == "POST 1, 2 3000")
    }

    @Test("what is not HTTP is answered with 400")
    func malformedRequest() async throws {
        let seen = try await Curl.get(server.url("/x"), with: ["-X", "GET /y"])
        #expect(seen.status == 400)
        let chunkedUpload = ["-H", "Transfer-Encoding: chunked", "-d", "x"]
        #expect(try await Curl.get(server.url("/x"), with: chunkedUpload).status == 400)
        #expect(server.requests.isEmpty)
    }
}

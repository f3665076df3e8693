import Foundation
import KingfisherCore
import KingfisherTestKit
import Testing

@Suite("A scripted file, seen by curl", .timeLimit(.minutes(1)))
struct ScriptedFileTests {
    private static let date = "Mon, 01 Jan 2024 00:00:00 GMT"
    private let server: ScriptedServer
    private let body = Data("0123456789".utf8)

    init() throws {
        server = try ScriptedServer()
        server.route("/file", file: ScriptedFile(body, etag: "\"v1\"", lastModified: Self.date))
        server.route("/weak", file: ScriptedFile(body, etag: "W/\"v1\""))
        server.route("/whole", file: ScriptedFile(body, servesRanges: false))
    }

    @Test(
        "a single range is cut out as asked",
        arguments: [
            ("0-0", "0"), ("2-4", "234"), ("7-", "789"), ("-3", "789"), ("-99", "0123456789"), ("8-99", "89"),
        ])
    func range(asked: String, expected: String) async throws {
        let seen = try await Curl.get(server.url("/file"), with: ["-r", asked])
        #expect(seen.status == 206)
        #expect(seen.text == expected)
    }

    @Test("a range outside is answered with 416", arguments: ["10-", "-0", "99-100"])
    func unsatisfiable(asked: String) async throws {
        let seen = try await Curl.get(server.url("/file"), with: ["-H", "Range: bytes=\(asked)", "-i"])
        #expect(seen.status == 416)
        #expect(seen.text.contains("Content-Range: bytes */10\r\n"))
    }

    @Test(
        "what is no single byte range is answered with everything",
        arguments: [
            "bytes=4-2", "bytes=0-1,3-4", "lines=1-2", "bytes=", "bytes=-", "bytes=x-y", "bytes=+1-2",
        ])
    func ignored(field: String) async throws {
        let seen = try await Curl.get(server.url("/file"), with: ["-H", "Range: \(field)"])
        #expect(seen.status == 200)
        #expect(seen.body == body)
    }

    @Test("a file that serves no ranges is sent whole")
    func withoutRanges() async throws {
        let seen = try await Curl.get(server.url("/whole"), with: ["-r", "2-4"])
        #expect(seen.status == 200)
        #expect(seen.body == body)
    }

    @Test(
        "validators that match give 304, others the file",
        arguments: [
            ("/file", "If-None-Match: \"v1\"", 304), ("/file", "If-None-Match: \"v0\", W/\"v1\"", 304),
            ("/file", "If-None-Match: *", 304), ("/file", "If-None-Match: \"v2\"", 200),
            ("/weak", "If-None-Match: \"v1\"", 304), ("/file", "If-Modified-Since: \(date)", 304),
            ("/file", "If-Modified-Since: Tue, 02 Jan 2024 00:00:00 GMT", 200),
            ("/whole", "If-None-Match: \"v1\"", 200),
        ])
    func conditional(path: String, field: String, status: Int) async throws {
        let seen = try await Curl.get(server.url(path), with: ["-H", field])
        #expect(seen.exitCode == Curl.Exit.ok)
        #expect(seen.status == status)
        #expect(seen.body == (status == 304 ? Data() : body))
    }

    @Test("If-None-Match hides If-Modified-Since")
    func precedence() async throws {
        let fields = ["-H", "If-None-Match: \"v2\"", "-H", "If-Modified-Since: \(Self.date)"]
        #expect(try await Curl.get(server.url("/file"), with: fields).status == 200)
    }

    @Test(
        "If-Range keeps the range only where the file is the same",
        arguments: [
            ("/file", "\"v1\"", 206), ("/file", date, 206), ("/file", "\"v2\"", 200),
            ("/weak", "W/\"v1\"", 200),
        ])
    func ifRange(path: String, validator: String, status: Int) async throws {
        let seen = try await Curl.get(server.url(path), with: ["-r", "2-4", "-H", "If-Range: \(validator)"])
        #expect(seen.status == status)
    }
}

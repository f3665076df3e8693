import Foundation
import KingfisherCore
import KingfisherTestKit
import Testing

@Suite("The scripted server, seen by curl, when it misbehaves", .timeLimit(.minutes(1)))
struct ScriptedServerMisbehaviourTests {
    private let server: ScriptedServer
    private let body = Data(repeating: 0x61, count: 2000)

    init() throws {
        server = try ScriptedServer()
    }

    private func see(
        _ response: ScriptedResponse, with arguments: [String] = [], maxTime: Double = 20
    ) async throws -> Curl {
        server.route("/bad", response)
        return try await Curl.get(server.url("/bad"), with: arguments, maxTime: maxTime)
    }

    @Test("a Content-Length that is too long leaves a partial file")
    func lengthTooLong() async throws {
        let seen = try await see(.bytes(body).declaringLength("3000").closing())
        #expect(seen.exitCode == Curl.Exit.partialFile)
        #expect(seen.body == body)
    }

    @Test("a Content-Length that is too short cuts the body")
    func lengthTooShort() async throws {
        let seen = try await see(.bytes(body).declaringLength("1500"))
        #expect(seen.exitCode == Curl.Exit.ok)
        #expect(seen.body.count == 1500)
    }

    @Test("a Content-Length that is no number, or negative, is refused", arguments: ["-5", "many"])
    func lengthIsGarbage(text: String) async throws {
        let seen = try await see(.bytes(body).declaringLength(text))
        #expect(seen.exitCode == Curl.Exit.weirdReply)
    }

    @Test("an early close leaves a partial file, whatever the framing")
    func earlyClose() async throws {
        let plain = try await see(.bytes(body).closing(after: 700))
        #expect(plain.exitCode == Curl.Exit.partialFile)
        #expect(plain.body.count == 700)
        let chunked = try await see(.bytes(body).chunked(size: 100).closing(after: 700))
        #expect(chunked.exitCode == Curl.Exit.partialFile)
    }

    @Test("a reset is an error of receiving")
    func reset() async throws {
        #expect(try await see(.bytes(body).resetting(after: 700)).exitCode == Curl.Exit.receiveFailed)
        #expect(try await see(.raw([.reset])).exitCode == Curl.Exit.receiveFailed)
    }

    @Test("a connection that closes without a word is an empty reply")
    func nothing() async throws {
        #expect(try await see(.nothing).exitCode == Curl.Exit.gotNothing)
    }

    @Test(
        "silence before the head, after it and in the body runs into curl's time limit", arguments: [0, 1, 2])
    func stall(stage: Int) async throws {
        let responses: [ScriptedResponse] = [
            .silence, .bytes(body).stalling(after: 0), .bytes(body).stalling(after: 500),
        ]
        let seen = try await see(responses[stage], maxTime: 2)
        #expect(seen.exitCode == Curl.Exit.timeout)
        #expect(seen.body.count == [0, 0, 500][stage])
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test("a drip arrives whole, but slower than curl's speed limit allows")
    func drip() async throws {
        let quick = try await see(.bytes(body.prefix(20)).dripping(5, every: .milliseconds(1)))
        #expect(quick.body.count == 20)
        let slow = try await see(
            .bytes(body).dripping(1, every: .milliseconds(100)), with: ["-y", "1", "-Y", "500"])
        #expect(slow.exitCode == Curl.Exit.timeout)
    }

    @Test("a slow head arrives whole")
    func slowHead() async throws {
        let seen = try await see(.text("late").drippingHead(3, every: .milliseconds(1)))
        #expect(seen.exitCode == Curl.Exit.ok)
        #expect(seen.text == "late")
    }

    @Test("a garbage status line is no HTTP/1 answer")
    func garbage() async throws {
        let seen = try await see(.garbage())
        #expect(seen.exitCode == Curl.Exit.unsupportedProtocol)
    }

    @Test("header fields without end are refused as too large")
    func endlessHeaders() async throws {
        let seen = try await see(.endlessHeaders)
        #expect(
            [Curl.Exit.receiveFailed, Curl.Exit.tooLargeHeaders].contains(seen.exitCode), "\(seen.errorText)")
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test("a body without end runs into curl's size limit and stops when curl hangs up")
    func endlessBody() async throws {
        let seen = try await see(.endlessBody, with: ["-o", "/dev/null"], maxTime: 2)
        #expect(seen.exitCode == Curl.Exit.timeout)
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test("a redirect loop ends at curl's bound")
    func redirectLoop() async throws {
        server.routeRedirectLoop(["/1", "/2", "/3"])
        let seen = try await Curl.get(server.url("/1"), with: ["-L", "--max-redirs", "10"])
        #expect(seen.exitCode == Curl.Exit.tooManyRedirects)
        #expect(server.requests.count == 11)
        #expect(server.count(of: "/1") == 4)
    }

    @Test("bytes that are no gzip under gzip's name are refused")
    func falseGzip() async throws {
        let seen = try await see(.bytes(body).adding("Content-Encoding", "gzip"), with: ["--compressed"])
        #expect(seen.exitCode == Curl.Exit.badContentEncoding)
    }

    @Test("a web page can pass itself off as an image")
    func html() async throws {
        let seen = try await see(.html(claiming: "image/png"), with: ["-i"])
        #expect(seen.text.contains("Content-Type: image/png\r\n"))
        #expect(seen.text.contains("<!DOCTYPE html>"))
    }
}

import Foundation
import KingfisherCore
import KingfisherTestKit
import Testing

@Suite("The scripted server under a test's control", .timeLimit(.minutes(1)))
struct ScriptedServerControlTests {
    private let server: ScriptedServer

    init() throws {
        server = try ScriptedServer()
    }

    @Test("a gate holds the whole response until the test opens it")
    func headGate() async throws {
        let gate = try Gate()
        server.route("/held", .text("through").held(by: gate))
        async let seen = Curl.get(server.url("/held"))
        try await server.waitForRequests(1, path: "/held")
        try await gate.waitForArrivals()
        gate.open()
        #expect(try await seen.text == "through")
        #expect(try await Curl.get(server.url("/held")).text == "through")
        #expect(gate.arrivalCount == 2)
    }

    @Test("a gate that was shut again holds again")
    func closedGate() async throws {
        let gate = try Gate(open: true)
        server.route("/held", .text("through").held(by: gate))
        #expect(try await Curl.get(server.url("/held")).text == "through")
        gate.close()
        async let held = Curl.get(server.url("/held"))
        try await gate.waitForArrivals(2)
        server.stop()
        #expect(try await held.exitCode == Curl.Exit.gotNothing)
    }

    @Test("a body goes out piece by piece as the test lets it")
    func gatedBody() async throws {
        let gate = try Gate()
        server.route("/pieces", .text("abcdef").gated(2, by: gate))
        async let fetch = Curl.get(server.url("/pieces"))
        try await gate.waitForArrivals(1)
        gate.pass(2)
        try await gate.waitForArrivals(3)
        server.stop()
        let seen = try await fetch
        #expect(seen.exitCode == Curl.Exit.partialFile)
        #expect(seen.text == "abcd")
    }

    @Test("waiting for requests that do not come fails after the bound and says what came")
    func waitingInVain() async throws {
        server.route("/a", .text("a"))
        _ = try await Curl.get(server.url("/a"))
        let failure = await #expect(throws: TestKitFailure.self) {
            try await server.waitForRequests(2, path: "/a", upTo: .milliseconds(20))
        }
        #expect(failure?.description.contains("2 requests for /a") == true)
        #expect(failure?.description.contains("/a × 1") == true)
    }

    @Test("waiting ends with the task's cancellation")
    func cancelledWait() async throws {
        let server = server
        let waiting = Task { try await server.waitForRequests(1, upTo: .seconds(600)) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test("stopping ends stalled, gated and flooding connections and frees the port")
    func stop() async throws {
        let gate = try Gate()
        server.route("/stall", .silence)
        server.route("/gate", .text("").held(by: gate))
        server.route("/flood", .endlessBody)
        let urls = ["/stall", "/gate", "/flood"].map { server.url($0) }
        try await withThrowingTaskGroup(of: Int32.self) { group in
            for url in urls {
                group.addTask { try await Curl.get(url, with: ["-o", "/dev/null"]).exitCode }
            }
            try await server.waitForRequests(3)
            server.stop()
            for try await code in group { #expect(code != Curl.Exit.timeout) }
        }
        #expect(server.openConnectionCount == 0)
        #expect(try await Curl.get(urls[0]).exitCode == 7, "connection refused")
        server.stop()
    }

    @Test("the last reference stops the server")
    func deinitialisation() async throws {
        var short: ScriptedServer? = try ScriptedServer()
        let url = try #require(short?.url("/"))
        #expect(try await Curl.get(url).status == 404)
        short = nil
        #expect(try await Curl.get(url).exitCode == 7, "connection refused")
    }

    @Test("no more connections are served at once than the limit says, and none is lost")
    func connectionLimit() async throws {
        let narrow = try ScriptedServer(connectionLimit: 2)
        let gate = try Gate()
        narrow.route("/held", .text("done").held(by: gate))
        let url = narrow.url("/held")
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<6 { group.addTask { try await Curl.get(url).text } }
            try await narrow.waitForRequests(2)
            #expect(narrow.openConnectionCount == 2)
            gate.open()
            for try await text in group { #expect(text == "done") }
        }
        #expect(narrow.count(of: "/held") == 6)
    }
}

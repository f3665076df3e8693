import Foundation
import KingfisherCore
import KingfisherCurlTransport
import KingfisherTestKit
import Testing

@Suite("CurlTransport's lifetime", .timeLimit(.minutes(2)))
struct LifetimeTests {
    private let server: ScriptedServer

    init() throws {
        server = try ScriptedServer()
        server.route("/large", .bytes(Data(count: 5 << 20)))
        server.route("/stalled", .bytes(Data(count: 5 << 20)).stalling(after: 3 << 20))
    }

    /// What the process has open, of which a transport has at least three.
    static func openFiles() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    static func threads() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count {
            // Another thread may have ended since it was listed.
            (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)) == "kf-curl\n"
        }
    }

    @Test("a body that is being read outlives its transport, and its connection ends with it")
    func bodyOutlivesTransport() async throws {
        var transport: CurlTransport? = CurlTransport()
        let exchange = try #require(try await transport?.send(TransportRequest(url: server.url("/large"))))
        weak let gone = transport
        transport = nil
        #expect(gone == nil)
        var received = 0
        for try await chunk in exchange.body { received += chunk.count }
        #expect(received == 5 << 20)
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test("a body that is dropped half-way closes its connection")
    func dropping() async throws {
        let transport = CurlTransport()
        do {
            let exchange = try await transport.send(TransportRequest(url: server.url("/stalled")))
            #expect(exchange.response.statusCode == 200)
            var chunks = exchange.body.makeAsyncIterator()
            #expect(try await chunks.next() != nil)
        }
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test("a transport that goes takes its thread, its connections and its files along")
    func noLeak() async throws {
        let before = try Self.openFiles()
        for _ in 0..<20 {
            let transport = CurlTransport()
            for _ in 0..<3 {
                let exchange = try await transport.send(TransportRequest(url: server.url("/large")))
                for try await _ in exchange.body {}
            }
        }
        try await server.waitForOpenConnections(atMost: 0)
        while try Self.threads() > 0 { await Task.yield() }
        #expect(try Self.openFiles() < before + 20)
    }

    @Test("a transport that sends nothing starts no thread")
    func unused() throws {
        let transport = CurlTransport()
        #expect(try Self.threads() == 0)
        withExtendedLifetime(transport) {}
    }

    @Test("cancelling at any moment gives the whole body or a cancellation, and closes what was open")
    func cancellingAtAnyMoment() async throws {
        let body = Data(repeating: 7, count: 100_000)
        server.route("/a", .bytes(body).chunked(size: 8000))
        server.route("/from", .redirect(to: "/a"))
        var configuration = CurlTransport.Configuration()
        configuration.connectionsPerHost = 4
        let transport = CurlTransport(configuration: configuration)
        for round in 0..<600 {
            let url = server.url(["/a", "/from"][round % 2])
            let loading = Task {
                var received = Data()
                for try await chunk in try await transport.send(TransportRequest(url: url)).body {
                    received.append(chunk)
                }
                return received
            }
            for _ in 0..<(round * 7 % 400) { await Task.yield() }
            loading.cancel()
            do {
                #expect(try await loading.value == body)
            } catch is CancellationError {}
        }
        try await server.waitForOpenConnections(atMost: 4)
    }

    @Test("of ten thousand requests nine thousand are cancelled, and each ends once")
    func manyCancelled() async throws {
        server.route("/a", .text("a"))
        let transport = CurlTransport()
        let tasks = (0..<10_000).map { _ in
            Task {
                for try await _ in try await transport.send(TransportRequest(url: server.url("/a"))).body {}
            }
        }
        for (number, task) in tasks.enumerated() where number % 10 != 0 { task.cancel() }
        var (done, cancelled) = (0, 0)
        for task in tasks {
            do {
                try await task.value
                done += 1
            } catch is CancellationError {
                cancelled += 1
            }
        }
        #expect(done + cancelled == 10_000)
        #expect(done >= 1000)
        #expect(server.requests.count >= done)
    }
}

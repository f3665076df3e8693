import Foundation
import KingfisherCore
import KingfisherCurlTransport
import KingfisherTestKit
import Testing

@Suite("CurlTransport's limits", .timeLimit(.minutes(1)))
struct LimitTests {
    private let server: ScriptedServer

    init() throws {
        server = try ScriptedServer()
    }

    private func transport(_ change: (inout CurlTransport.Configuration) -> Void) -> CurlTransport {
        var configuration = CurlTransport.Configuration()
        change(&configuration)
        return CurlTransport(configuration: configuration)
    }

    private func request(
        _ path: String, _ change: (inout TransportRequest) -> Void = { _ in }
    ) -> TransportRequest {
        var request = TransportRequest(url: server.url(path))
        change(&request)
        return request
    }

    private func load(_ request: TransportRequest, by transport: CurlTransport) async throws -> Data {
        var data = Data()
        for try await chunk in try await transport.send(request).body { data.append(chunk) }
        return data
    }

    @Test("waiting for a turn counts towards the total timeout and not towards the idle one")
    func waitingForATurn() async throws {
        let gate = try Gate()
        server.route("/held", .text("done").held(by: gate))
        let transport = transport { $0.connectionsPerHost = 1 }
        let first = Task { try await load(request("/held"), by: transport) }
        try await server.waitForRequests(1)
        let patient = request("/held") { $0.idleTimeout = 0.2 }
        let impatient = request("/held") { $0.totalTimeout = 0.6 }
        let waiting = Task { try await load(patient, by: transport) }
        let error = await #expect(throws: PluginError.self) {
            try await load(impatient, by: transport)
        }
        #expect(error?.code == .timedOut)
        gate.open()
        #expect(try await first.value == Data("done".utf8))
        #expect(try await waiting.value == Data("done".utf8))
        #expect(server.requests.count == 2)
    }

    @Test("requests beyond the limits wait, and the most urgent is the first to go")
    func priorities() async throws {
        let gate = try Gate()
        server.route("/held", .text("done").held(by: gate))
        for path in ["/low", "/high", "/middle"] { server.route(path, .text(path)) }
        let transport = transport { ($0.connectionsPerHost, $0.maximumRequests) = (6, 1) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await load(request("/held"), by: transport) }
            try await server.waitForRequests(1)
            for (path, priority) in [("/low", 0.1), ("/high", 0.9), ("/middle", 0.5)] {
                group.addTask { _ = try await load(request(path) { $0.priority = priority }, by: transport) }
            }
            // Long enough for all three to be in the queue.
            try await Task.sleep(for: .milliseconds(300))
            gate.open()
            try await group.waitForAll()
        }
        #expect(server.requests.map(\.path) == ["/held", "/high", "/middle", "/low"])
    }

    @Test("no more connections are open to a host than are allowed")
    func connections() async throws {
        let gate = try Gate()
        server.route("/held", .text("done").held(by: gate))
        let transport = transport { $0.connectionsPerHost = 3 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { _ = try await load(request("/held"), by: transport) } }
            try await gate.waitForArrivals(3)
            gate.open()
            try await group.waitForAll()
        }
        #expect(server.connectionCount == 3)
        #expect(server.requests.count == 20)
    }

    @Test("a body that is read slowly is held back, is not silent meanwhile, and arrives whole")
    func slowReader() async throws {
        // Of pieces with an odd length, so that one in the place of another shows.
        let piece = Data((0..<65_537).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 251) })
        var body = Data()
        while body.count < 32 << 20 { body.append(piece) }
        server.route("/large", .bytes(body))
        let transport = transport { $0.bufferBytes = 100_000 }
        let exchange = try await transport.send(request("/large") { $0.idleTimeout = 0.3 })
        var received = Data()
        for try await chunk in exchange.body {
            if received.isEmpty { try await Task.sleep(for: .milliseconds(900)) }
            #expect(chunk.count <= 100_000 + (64 << 10))
            received.append(chunk)
        }
        #expect(received == body)
    }

    @Test("a transfer below the low speed fails")
    func lowSpeed() async throws {
        server.route("/slow", .bytes(Data(count: 10_000)).dripping(1, every: .milliseconds(50)))
        let transport = transport { $0.lowSpeed = .init(bytesPerSecond: 1000, seconds: 1) }
        let error = await #expect(throws: PluginError.self) {
            try await load(request("/slow"), by: transport)
        }
        #expect(error?.code == .timedOut)
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test("a small body that decodes to a huge one is refused at the limit")
    func decompression() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "kf-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "zeros").path
        let made = try await ChildProgram.run(
            "sh", ["-c", "head -c 300000000 /dev/zero | gzip -9 > \(file)"])
        try #require(made.exitCode == 0)
        let bomb = try Data(contentsOf: URL(filePath: file))
        #expect(bomb.count < 400_000)
        server.route("/bomb", .bytes(bomb).adding("Content-Encoding", "gzip"))
        let bounded = request("/bomb") { $0.maximumBodyBytes = 1 << 20 }
        let error = await #expect(throws: PluginError.self) {
            try await load(bounded, by: CurlTransport())
        }
        #expect(error?.code == .bodyTooLarge)
    }
}

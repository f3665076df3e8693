import Foundation
import KingfisherCore
import KingfisherTestKit
import Testing

@testable import KingfisherURLSessionTransport

@Suite("URLSessionTransport's lifetime", .timeLimit(.minutes(1)))
struct LifetimeTests {
    private let server: ScriptedServer

    init() throws {
        server = try ScriptedServer()
        server.route("/large", .bytes(Data(count: 5 << 20)))
        server.route("/stalled", .bytes(Data(count: 5 << 20)).stalling(after: 3 << 20))
    }

    @Test("a body that is being read outlives its transport")
    func bodyOutlivesTransport() async throws {
        var transport: URLSessionTransport? = URLSessionTransport()
        let exchange = try #require(try await transport?.send(TransportRequest(url: server.url("/large"))))
        weak let gone = transport
        transport = nil
        #expect(gone == nil)
        var received = 0
        for try await chunk in exchange.body { received += chunk.count }
        #expect(received == 5 << 20)
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test("a body that is read slowly arrives whole")
    func slowReader() async throws {
        let block = Data((0..<65_521).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 251) })
        let pattern = (0..<200).reduce(into: Data()) { data, _ in data.append(block) }
        server.route("/pattern", .bytes(pattern))
        let exchange = try await URLSessionTransport().send(TransportRequest(url: server.url("/pattern")))
        var received = Data()
        for try await chunk in exchange.body {
            received.append(chunk)
            for _ in 0..<1000 { await Task.yield() }
        }
        #expect(received == pattern)
    }

    @Test("a body that is dropped half-way closes its connection")
    func dropping() async throws {
        do {
            let exchange = try await URLSessionTransport().send(TransportRequest(url: server.url("/stalled")))
            #expect(exchange.response.statusCode == 200)
            var chunks = exchange.body.makeAsyncIterator()
            #expect(try await chunks.next() != nil)
        }
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test("the session lets go of its delegate, and the connections close")
    func noLeak() async throws {
        weak var delegate: AnyObject?
        do {
            let transport = URLSessionTransport()
            delegate = transport.delegate
            for _ in 0..<3 {
                let exchange = try await transport.send(TransportRequest(url: server.url("/large")))
                for try await _ in exchange.body {}
            }
        }
        while delegate != nil { await Task.yield() }
        try await server.waitForOpenConnections(atMost: 0)
    }
}

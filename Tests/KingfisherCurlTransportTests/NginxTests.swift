import Foundation
import KingfisherCore
import KingfisherCurlTransport
import KingfisherTestKit
import TestNginx
import Testing

@Suite(
    "CurlTransport against nginx", .timeLimit(.minutes(1)),
    .enabled(if: ChildProgram.path(of: "nginx") != nil, "nginx is not installed"))
struct NginxTests {
    /// Which of nginx's ports is spoken to, and how.
    enum Port: CaseIterable {
        case http1, http2, tls1, tls2

        var isHTTP2: Bool { self == .http2 || self == .tls2 }

        func url(_ nginx: Nginx, _ path: String) throws -> URL {
            switch self {
            case .http1: try nginx.url(path)
            case .http2: try nginx.http2URL(path)
            case .tls1, .tls2: try nginx.secureURL(path)
            }
        }

        func configuration(_ nginx: Nginx) -> CurlTransport.Configuration {
            var configuration = CurlTransport.Configuration()
            switch self {
            case .http1, .tls2: break
            case .http2: configuration.httpVersion = .http2PriorKnowledge
            case .tls1: configuration.httpVersion = .http1
            }
            configuration.security.certificateAuthorities = nginx.certificate
            return configuration
        }
    }

    @Test("files, gzip, ranges, validators and 404, over one connection", arguments: Port.allCases)
    func everyday(port: Port) async throws {
        try await Nginx.run(files: NginxScenario.files) { nginx in
            let scenario = NginxScenario(CurlTransport(configuration: port.configuration(nginx)))
            try await scenario.everyday { try port.url(nginx, $0) }
            let log = try await nginx.log(5)
            #expect(log.map(\.status) == ["200", "200", "206", "304", "404"])
            #expect(Set(log.map(\.connection)).count == 1)
            #expect(Set(log.map(\.version)) == [port.isHTTP2 ? "HTTP/2.0" : "HTTP/1.1"])
        }
    }

    @Test("a hundred requests at once are whole and share few connections", arguments: Port.allCases)
    func manyAtOnce(port: Port) async throws {
        try await Nginx.run(files: NginxScenario.files) { nginx in
            let scenario = NginxScenario(CurlTransport(configuration: port.configuration(nginx)))
            try await scenario.manyAtOnce(port.url(nginx, "/a.png"))
            let log = try await nginx.log(100)
            #expect(log.count == 100)
            #expect(Set(log.map(\.connection)).count <= (port.isHTTP2 ? 1 : 6))
        }
    }

    @Test("what a request cost is known at the end of its body", arguments: Port.allCases)
    func metrics(port: Port) async throws {
        try await Nginx.run(files: NginxScenario.files) { nginx in
            let scenario = NginxScenario(CurlTransport(configuration: port.configuration(nginx)))
            let first = try #require(try await scenario.load(port.url(nginx, "/a.png")).metrics)
            let second = try #require(try await scenario.load(port.url(nginx, "/a.txt")).metrics)
            #expect(!first.isReusedConnection && second.isReusedConnection)
            #expect(first.protocolName == (port.isHTTP2 ? "h2" : "http/1.1"))
            #expect(first.httpStatusCode == 200 && first.redirectCount == 0)
            #expect(first.responseBodyBytesReceived == 300_000)
            #expect((1..<60_000).contains(second.responseBodyBytesReceived), "compressed")
            let connect = try #require(first.connectDuration)
            let firstByte = try #require(first.firstByteDuration)
            #expect(connect >= 0 && firstByte >= connect)
            #expect(first.totalRequestDuration >= firstByte)
            #expect(first.retrieveImageDuration >= first.totalRequestDuration)
            #expect((first.secureConnectionDuration != nil) == (port == .tls1 || port == .tls2))
            #expect(second.connectDuration == nil && second.secureConnectionDuration == nil)
            #expect((first.downloadSpeed ?? 0) > 0)
        }
    }
}

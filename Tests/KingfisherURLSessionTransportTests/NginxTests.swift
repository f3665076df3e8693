import Foundation
import KingfisherCore
import KingfisherTestKit
import KingfisherURLSessionTransport
import Testing

@Suite(
    "URLSessionTransport against nginx", .timeLimit(.minutes(1)),
    .enabled(if: ChildProgram.path(of: "nginx") != nil, "nginx is not installed"))
struct NginxTests {
    private let transport = URLSessionTransport()
    private let text = Data(String(repeating: "compressible ", count: 5000).utf8)
    private let picture = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 100) })

    private func load(
        _ url: URL, headers: HTTPHeaders = [:]
    ) async throws -> (response: TransportResponse, body: Data) {
        var request = TransportRequest(url: url)
        request.headers = headers
        let exchange = try await transport.send(request)
        var body = Data()
        for try await chunk in exchange.body { body.append(chunk) }
        return (exchange.response, body)
    }

    @Test("files, gzip, ranges, validators, 404 and redirects, over one connection")
    func everyday() async throws {
        try await Nginx.run(files: ["a.txt": text, "a.png": picture]) { nginx in
            let plain = try await load(nginx.url("/a.png"))
            #expect(plain.body == picture)
            #expect(plain.response.headers["Content-Type"] == "image/png")
            #expect(plain.response.expectedBodyBytes == picture.count)

            let zipped = try await load(nginx.url("/a.txt"))
            #expect(zipped.body == text)
            #expect(zipped.response.headers["Content-Encoding"] == "gzip")
            #expect(zipped.response.expectedBodyBytes == nil)

            let part = try await load(nginx.url("/a.png"), headers: ["Range": "bytes=1000-1999"])
            #expect(part.response.statusCode == 206)
            #expect(part.body == picture[1000..<2000])

            let tag = try #require(plain.response.validators?.entityTag)
            let unchanged = try await load(nginx.url("/a.png"), headers: ["If-None-Match": tag])
            #expect(unchanged.response.statusCode == 304)
            #expect(unchanged.body.isEmpty)

            let missing = try await load(nginx.url("/missing.png"))
            #expect(missing.response.statusCode == 404)

            let log = try nginx.log()
            #expect(log.map(\.status) == ["200", "200", "206", "304", "404"])
            #expect(Set(log.map(\.connection)).count == 1)
        }
    }

    @Test("a hundred requests at once are whole and share a few connections")
    func manyAtOnce() async throws {
        try await Nginx.run(files: ["a.png": picture]) { nginx in
            let url = try nginx.url("/a.png")
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<100 { group.addTask { try await load(url).body == picture } }
                for try await isWhole in group { #expect(isWhole) }
            }
            let connections = try Set(nginx.log().map(\.connection))
            #expect(connections.count < 20)
        }
    }

    @Test("a certificate that is not trusted, and a port that speaks no TLS, are errors that name the URL")
    func untrustedServer() async throws {
        try await Nginx.run(files: ["a.txt": text], secure: true) { nginx in
            let curl = try await ChildProgram.run(
                "curl",
                ["-q", "-sk", "--noproxy", "*", "--compressed", nginx.secureURL("/a.txt").absoluteString])
            #expect(curl.output == text, "nginx speaks TLS to who does not look at the certificate")
            for speaksTLS in [true, false] {
                let url = try nginx.secureURL("/a.txt", speaksTLS: speaksTLS)
                let error = await #expect(throws: PluginError.self) { try await load(url) }
                #expect(error?.code == .connectionFailed)
                #expect(error?.message.contains(url.absoluteString) == true)
            }
            #expect(try nginx.log().filter { $0.status == "200" }.count == 1)
        }
    }
}

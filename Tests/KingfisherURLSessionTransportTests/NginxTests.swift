import Foundation
import KingfisherCore
import KingfisherTestKit
import KingfisherURLSessionTransport
import TestNginx
import Testing

@Suite(
    "URLSessionTransport against nginx", .timeLimit(.minutes(1)),
    .enabled(if: ChildProgram.path(of: "nginx") != nil, "nginx is not installed"))
struct NginxTests {
    private let scenario = NginxScenario(URLSessionTransport())

    @Test("files, gzip, ranges, validators and 404, over one connection")
    func everyday() async throws {
        try await Nginx.run(files: NginxScenario.files) { nginx in
            try await scenario.everyday(nginx.url)
            let log = try await nginx.log(5)
            #expect(log.map(\.status) == ["200", "200", "206", "304", "404"])
            #expect(Set(log.map(\.connection)).count == 1)
        }
    }

    @Test("a hundred requests at once are whole and share a few connections")
    func manyAtOnce() async throws {
        try await Nginx.run(files: NginxScenario.files) { nginx in
            try await scenario.manyAtOnce(nginx.url("/a.png"))
            let connections = try await Set(nginx.log(100).map(\.connection))
            #expect(connections.count < 20)
        }
    }

    @Test("a certificate that is not trusted, and a port that speaks no TLS, are errors that name the URL")
    func untrustedServer() async throws {
        try await Nginx.run(files: NginxScenario.files) { nginx in
            let curl = try await ChildProgram.run(
                "curl",
                ["-q", "-sk", "--noproxy", "*", "--compressed", nginx.secureURL("/a.txt").absoluteString])
            #expect(
                curl.output == NginxScenario.text,
                "nginx speaks TLS to who does not look at the certificate")
            for speaksTLS in [true, false] {
                let url = try nginx.secureURL("/a.txt", speaksTLS: speaksTLS)
                let error = await #expect(throws: PluginError.self) { try await scenario.load(url) }
                #expect(error?.code == .connectionFailed)
                #expect(error?.message.contains(url.absoluteString) == true)
            }
            #expect(try await nginx.log(1).filter { $0.status == "200" }.count == 1)
        }
    }
}

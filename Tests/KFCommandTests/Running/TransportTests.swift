import Foundation
import KingfisherCore
import KingfisherTestKit
import Testing

/// The options of `kf` that say how it reaches the network.
@Suite(.timeLimit(.minutes(2)))
struct TransportTests {
    private let folder = FolderForTest()
    private let server: ScriptedServer
    private var kf: KF { KF(folder: folder) }

    init() throws {
        server = try ScriptedServer()
        server.route("/a.png", .bytes(try Picture.data("png/rgb-8.png"), type: "image/png"))
    }

    @Test(arguments: ["curl", "urlsession"]) func eachTransportLoads(name: String) async throws {
        let url = server.url("/a.png").absoluteString
        for command in ["get", "info"] {
            let outcome = try await kf(command, url, "--transport", name, "--json")
            #expect(outcome.exitCode == 0, "\(outcome.errorText)")
            #expect(try outcome.line().width == 17)
        }
        let agent = try #require(server.requests.first?.headers["User-Agent"])
        #expect(agent.hasPrefix("kf/") == (name == "curl"))
    }

    @Test func withPublicOnlyThisMachineIsNotReached() async throws {
        let url = server.url("/a.png").absoluteString
        for command in ["get", "info"] {
            let outcome = try await kf(command, url, "--public-only")
            #expect(outcome.exitCode == 1)
            #expect(outcome.errorText.contains("127.0.0.1 is at 127.0.0.1, and it is a loopback address"))
        }
        #expect(server.connectionCount == 0)
    }
}

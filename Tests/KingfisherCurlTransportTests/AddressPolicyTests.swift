import Foundation
import KingfisherCore
import KingfisherCurlTransport
import KingfisherTestKit
import TestNginx
import Testing

/// Nothing here leaves the machine: what is denied is never connected to, and the rest is loopback.
@Suite("CurlTransport keeps to its address policy", .timeLimit(.minutes(1)))
struct AddressPolicyTests {
    /// One address of each range that is denied.
    static let denied = [
        "0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.8.8.8", "169.254.1.1", "169.254.169.254",
        "168.63.129.16", "172.16.0.1", "192.0.0.1", "192.0.2.1", "192.31.196.1", "192.52.193.1",
        "192.88.99.1", "192.168.0.1", "192.175.48.1", "198.18.0.1", "198.51.100.1", "203.0.113.1",
        "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "100::1", "2001::1", "2001:2::1",
        "2001:db8::1", "3fff::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1", "4000::1",
        "::ffff:127.0.0.1", "::127.0.0.1", "2002:7f00:1::1", "64:ff9b::7f00:1",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2a00:1450::5efe:7f00:1",
    ]

    private let server: ScriptedServer

    init() throws {
        server = try ScriptedServer()
        server.route("/a", .text("a"))
    }

    private func configuration(
        _ change: (inout CurlTransport.Configuration) -> Void = { _ in }
    ) -> CurlTransport.Configuration {
        var configuration = CurlTransport.Configuration()
        configuration.addressPolicy = .publicOnly
        change(&configuration)
        return configuration
    }

    private func literal(_ address: String) -> String { address.contains(":") ? "[\(address)]" : address }

    private func expectDenial(
        of url: URL, naming names: [String], _ configuration: CurlTransport.Configuration
    ) async {
        let error = await #expect(throws: PluginError.self, "\(url)") {
            _ = try await CurlTransport(configuration: configuration).send(TransportRequest(url: url))
        }
        #expect(error?.code == .addressDenied, "\(url): \(error.map(String.init(describing:)) ?? "no error")")
        for name in names { #expect(error?.message.contains(name) == true, "\(error?.message ?? "")") }
    }

    @Test("each range is denied by literal address", arguments: denied)
    func byAddress(address: String) async throws {
        let url = try #require(URL(string: "http://\(literal(address)):9/a"))
        await expectDenial(of: url, naming: [url.absoluteString], configuration())
    }

    @Test("each range is denied behind a name", arguments: denied)
    func byName(address: String) async throws {
        let url = try #require(URL(string: "http://public.test:9/a"))
        await expectDenial(
            of: url, naming: ["public.test is at "], configuration { $0.resolve = ["public.test": [address]] }
        )
    }

    @Test("each range is denied as the target of a redirect", arguments: denied)
    func byRedirect(address: String) async throws {
        let target = "http://\(literal(address)):9/secret"
        server.route("/from", .redirect(to: target))
        let allowing = configuration { $0.addressPolicy.allowedHosts = ["127.0.0.1:\(server.port)"] }
        await expectDenial(of: server.url("/from"), naming: [target], allowing)
        #expect(server.requests.count == 1)
    }

    @Test(
        "numbers that stand for an address are denied as that address",
        arguments: [
            "http://2130706433:9/", "http://0x7f000001:9/", "http://127.1:9/", "http://0177.0.0.1:9/",
            "http://localhost:9/",
        ])
    func disguised(text: String) async throws {
        await expectDenial(of: try #require(URL(string: text)), naming: [], configuration())
    }

    @Test("an allowed host is reached, and by another name it is not")
    func allowedHost() async throws {
        let allowing = configuration {
            $0.addressPolicy.allowedHosts = ["images.test"]
            $0.resolve = ["images.test": ["127.0.0.1"], "other.test": ["127.0.0.1"]]
        }
        let scenario = NginxScenario(CurlTransport(configuration: allowing))
        let images = try #require(URL(string: "http://images.test:\(server.port)/a"))
        #expect(try await scenario.load(images).body == Data("a".utf8))
        let other = try #require(URL(string: "http://other.test:\(server.port)/a"))
        await expectDenial(of: other, naming: ["other.test", "127.0.0.1", "loopback"], allowing)
        let error = await #expect(throws: PluginError.self) { try await scenario.load(other) }
        #expect(error?.code == .addressDenied, "the connection that is open is not another host's")
        #expect(server.requests.count == 1)
    }

    @Test("where one of a name's addresses is denied, none of the denied is connected to")
    func severalAddresses() async throws {
        let mixed = configuration { $0.resolve = ["mixed.test": ["10.0.0.1", "::1", "127.0.0.1"]] }
        let url = try #require(URL(string: "http://mixed.test:\(server.port)/a"))
        await expectDenial(of: url, naming: ["mixed.test"], mixed)
        #expect(server.connectionCount == 0)
    }

    @Test("a port that is not allowed is denied")
    func ports() async throws {
        var open = CurlTransport.Configuration()
        open.addressPolicy.allowedPorts = [80, 443]
        await expectDenial(of: server.url("/a"), naming: ["port \(server.port)"], open)
        #expect(server.connectionCount == 0)
    }

    @Test("a redirect from https to http is refused under publicOnly, and followed else")
    func downgrade() async throws {
        try #require(ChildProgram.path(of: "nginx") != nil, "nginx is not installed")
        try await Nginx.run(files: NginxScenario.files) { nginx in
            let target = try nginx.url("/a.png")
            let url = try nginx.secureURL("/to/http/\(try #require(target.port))/a.png")
            for policy in [AddressPolicy.any, .publicOnly] {
                var configuration = CurlTransport.Configuration()
                configuration.addressPolicy = policy
                configuration.addressPolicy.allowedHosts = ["127.0.0.1"]
                configuration.security.certificateAuthorities = nginx.certificate
                let scenario = NginxScenario(CurlTransport(configuration: configuration))
                if policy == .any {
                    let seen = try await scenario.load(url)
                    #expect(seen.body == NginxScenario.picture)
                    #expect(seen.metrics?.redirectCount == 1)
                } else {
                    let error = await #expect(throws: PluginError.self) { try await scenario.load(url) }
                    #expect(error?.code == .redirectRefused)
                }
            }
        }
    }

    @Test("a proxy of the environment is used, but not under publicOnly")
    func environmentProxy() async {
        await #expect(processExitsWith: .success) {
            let proxy = try ScriptedServer()
            setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
            unsetenv("no_proxy")
            let url = try #require(URL(string: "http://proxied.test/a"))
            var configuration = CurlTransport.Configuration()
            configuration.resolve = ["proxied.test": ["127.0.0.1"]]
            _ = try await CurlTransport(configuration: configuration).send(TransportRequest(url: url))
            #expect(proxy.connectionCount == 1)
            configuration.addressPolicy = .publicOnly
            let guarded = CurlTransport(configuration: configuration)
            let error = await #expect(throws: PluginError.self) {
                _ = try await guarded.send(TransportRequest(url: url))
            }
            #expect(error?.code == .addressDenied)
            #expect(proxy.connectionCount == 1)
        }
    }

    @Test("a proxy that is configured and public addresses only contradict each other")
    func configuredProxy() async throws {
        let transport = CurlTransport(
            configuration: configuration { $0.proxy = .url("http://127.0.0.1:\(server.port)") })
        let error = await #expect(throws: PluginError.self) {
            _ = try await transport.send(TransportRequest(url: server.url("/a")))
        }
        #expect(error?.code == .invalidRequest)
        #expect(server.connectionCount == 0)
    }
}

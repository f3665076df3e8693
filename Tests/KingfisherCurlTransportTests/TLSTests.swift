import Foundation
import KingfisherCore
import KingfisherCurlTransport
import KingfisherTestKit
import TestNginx
import Testing

@Suite(
    "CurlTransport over TLS", .timeLimit(.minutes(1)),
    .enabled(if: ChildProgram.path(of: "nginx") != nil, "nginx is not installed"))
struct TLSTests {
    /// Loads a file with a configuration, and expects to be refused where `isTrusted` is false.
    private func load(
        _ url: URL, isTrusted: Bool, _ change: (inout CurlTransport.Configuration) -> Void
    ) async throws {
        var configuration = CurlTransport.Configuration()
        change(&configuration)
        let scenario = NginxScenario(CurlTransport(configuration: configuration))
        if isTrusted {
            #expect(try await scenario.load(url).body == NginxScenario.picture)
            return
        }
        let error = await #expect(throws: PluginError.self) { try await scenario.load(url) }
        #expect(error?.code == .connectionFailed)
        #expect(error?.message.contains(url.absoluteString) == true)
    }

    @Test("a certificate nobody knows is refused, and a port that speaks no TLS")
    func untrusted() async throws {
        try await Nginx.run(files: NginxScenario.files) { nginx in
            try await load(nginx.secureURL("/a.png"), isTrusted: false) { _ in }
            try await load(nginx.secureURL("/a.png", speaksTLS: false), isTrusted: false) { _ in }
            // nginx has an entry for what it could not understand, and none for a file.
            #expect(try await nginx.log(1).allSatisfy { $0.status == "400" })
        }
    }

    @Test("an authority of one's own is trusted, for the names of its certificates only")
    func ownAuthority() async throws {
        try await Nginx.run(files: NginxScenario.files) { nginx in
            for (host, isTrusted) in [("127.0.0.1", true), ("images.test", true), ("other.test", false)] {
                try await load(nginx.secureURL("/a.png", host: host), isTrusted: isTrusted) {
                    $0.security.certificateAuthorities = nginx.certificate
                    $0.resolve = [host: ["127.0.0.1"]]
                }
            }
        }
    }

    @Test("trusted hosts are not checked, others are")
    func trustedHosts() async throws {
        try await Nginx.run(files: NginxScenario.files) { nginx in
            for (host, isTrusted) in [("a.test", true), ("b.test", false)] {
                try await load(nginx.secureURL("/a.png", host: host), isTrusted: isTrusted) {
                    $0.security.trustedHosts = ["a.test"]
                    $0.resolve = [host: ["127.0.0.1"]]
                }
            }
        }
    }

    @Test("a pinned key is asked for, of the hosts that have one pinned")
    func pinnedKeys() async throws {
        try await Nginx.run(files: NginxScenario.files) { nginx in
            let key = try await nginx.publicKeyDigest()
            let other = Data(repeating: 7, count: 32).base64EncodedString()
            for (keys, isTrusted) in [([key], true), ([other, key], true), ([other], false)] {
                try await load(nginx.secureURL("/a.png"), isTrusted: isTrusted) {
                    $0.security.certificateAuthorities = nginx.certificate
                    $0.security.pinnedPublicKeys = ["127.0.0.1": keys]
                }
            }
        }
    }

    @Test("the host of a pinned key has no case")
    func pinnedHostCase() async throws {
        try await Nginx.run(files: NginxScenario.files) { nginx in
            let key = try await nginx.publicKeyDigest()
            let other = Data(repeating: 7, count: 32).base64EncodedString()
            for (pinned, asked, keys, isTrusted) in [
                ("Images.TEST", "images.test", [key], true), ("Images.TEST", "images.test", [other], false),
                ("images.test", "IMAGES.test", [other], false),
            ] {
                try await load(nginx.secureURL("/a.png", host: asked), isTrusted: isTrusted) {
                    $0.security.certificateAuthorities = nginx.certificate
                    $0.security.pinnedPublicKeys = [pinned: keys]
                    $0.resolve = [asked: ["127.0.0.1"]]
                }
            }
        }
    }

    @Test("what libcurl does not take is not left out: nothing is sent")
    func refusedOption() async throws {
        try await Nginx.run(files: NginxScenario.files) { nginx in
            // libcurl takes no text above 8 MB.
            var configuration = CurlTransport.Configuration()
            configuration.security.certificateAuthorities = nginx.certificate
            configuration.security.pinnedPublicKeys = [
                "127.0.0.1": [String(repeating: "A", count: 8_000_001)]
            ]
            let scenario = NginxScenario(CurlTransport(configuration: configuration))
            let url = try nginx.secureURL("/a.png")
            let error = await #expect(throws: PluginError.self) { try await scenario.load(url) }
            #expect(error?.code == .invalidRequest)
            #expect(error?.message.contains("PINNEDPUBLICKEY") == true)
        }
    }

    @Test("a client's certificate is shown")
    func clientCertificate() async throws {
        try await Nginx.run(files: NginxScenario.files) { nginx in
            for isShown in [false, true] {
                try await load(nginx.secureURL("/a.png"), isTrusted: true) {
                    $0.security.certificateAuthorities = nginx.certificate
                    if isShown {
                        $0.security.clientCertificate = .init(file: nginx.certificate, keyFile: nginx.key)
                    }
                }
            }
            #expect(try await nginx.log(2).map(\.clientVerification) == ["NONE", "SUCCESS"])
        }
    }
}

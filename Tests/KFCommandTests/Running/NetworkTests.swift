import Foundation
import KingfisherCore
import KingfisherTestKit
import Testing

/// `kf` against a server on the loopback interface that answers as each test says.
@Suite(.timeLimit(.minutes(3)))
struct NetworkTests {
    private let folder = FolderForTest()
    private let server: ScriptedServer
    private var kf: KF { KF(folder: folder) }

    init() throws {
        server = try ScriptedServer()
        server.route("/a.png", .bytes(try Picture.data("png/rgb-8.png"), type: "image/png"))
    }

    private func url(_ path: String) -> String { server.url(path).absoluteString }

    @Test func theSecondRunIsAnsweredFromDisk() async throws {
        for expected in ["none", "disk"] {
            let outcome = try await kf("get", url("/a.png"), "--resize", "8x", "-o", "out.png", "--json")
            let line = try outcome.line()
            #expect(line.cacheType == expected)
            #expect(line.width == 8)
            #expect(outcome.errorText == "")
        }
        #expect(server.count(of: "/a.png") == 1)
    }

    @Test func whatWasStoredUnprocessedIsProcessedWithoutARequest() async throws {
        _ = try await kf("get", url("/a.png"))
        let outcome = try await kf("get", url("/a.png"), "--resize", "8x", "--json")
        #expect(try outcome.line().cacheType == "none")
        #expect(server.count(of: "/a.png") == 1)
    }

    @Test func anUntouchedImageIsTheBytesReceivedWhereverItComesFrom() async throws {
        let data = try Picture.data("png/rgb-8.png")
        let outcome = try await kf.run(
            ["get", url("/a.png"), url("/a.png"), "-O", "out", "--jobs", "1", "--json"])
        #expect(try outcome.lines().map(\.cacheType) == ["none", "memory"])
        #expect(try Data(contentsOf: URL(filePath: folder.path("out/a.png"))) == data)
        let later = try await kf("get", url("/a.png"), "-o", "later.png", "--json")
        #expect(try later.line().cacheType == "disk")
        #expect(try Data(contentsOf: URL(filePath: folder.path("later.png"))) == data)
        #expect(server.count(of: "/a.png") == 1)
    }

    @Test func refreshAsksAgainAndWithoutACacheNoneIsMade() async throws {
        for _ in 1...2 { #expect(try await kf("get", url("/a.png"), "--no-cache").exitCode == 0) }
        #expect(folder.caches() == [])
        #expect(server.count(of: "/a.png") == 2)
        for _ in 1...2 {
            let outcome = try await kf("get", url("/a.png"), "--refresh", "--json", "--cache", "mine")
            #expect(try outcome.line().cacheType == "none")
        }
        #expect(server.count(of: "/a.png") == 4)
        #expect(folder.caches() == [])
        #expect(try folder.contents("mine").count == 1)
    }

    @Test func aSourceNamedTwiceIsLoadedOnceWithAndWithoutACache() async throws {
        for options in [[], ["--no-cache"], ["--no-cache", "--jobs", "1"], ["--header", "Cookie: a"]] {
            let before = server.count(of: "/a.png")
            let outcome = try await kf.run(
                ["get", url("/a.png"), url("/a.png"), "-O", "out", "--json", "--refresh"] + options)
            #expect(try outcome.lines().map(\.cacheType).sorted { $0! > $1! } == ["none", "memory"])
            #expect(server.count(of: "/a.png") == before + 1)
        }
    }

    @Test func onlyFromCacheAsksNobody() async throws {
        let miss = try await kf("get", url("/a.png"), "--only-from-cache", "--json")
        #expect(miss.exitCode == 1)
        #expect(miss.text.contains("\"code\":\"imageNotExisting\",\"number\":3006}"))
        #expect(miss.errorText.hasSuffix("Load it once without --only-from-cache.\n"))
        #expect(server.requests.isEmpty)
        _ = try await kf("get", url("/a.png"))
        #expect(try await kf("get", url("/a.png"), "--only-from-cache").exitCode == 0)
        #expect(server.requests.count == 1)
    }

    @Test func headersAreSent() async throws {
        _ = try await kf("get", url("/a.png"), "--header", "X-Test: one, two", "--header", "User-Agent: me")
        #expect(server.requests.first?.headers["X-Test"] == "one, two")
        #expect(server.requests.first?.headers["User-Agent"] == "me")
    }

    @Test func infoAsksAsItIsTold() async throws {
        server.route("/silence", .silence)
        let named = try await kf("info", url("/a.png"), "--header", "X-Test: one")
        #expect(named.exitCode == 0 && server.requests.first?.headers["X-Test"] == "one")
        let late = try await kf("info", url("/silence"), "--timeout", "1", "--json")
        #expect(try late.line().code == "timedOut")
        #expect(late.errorText.hasSuffix("--timeout SECONDS allows more time.\n"), "\(late.errorText)")
        let strange = try await kf("info", "/dev/zero", "--limits", "untrusted")
        #expect(strange.errorText.contains("the limit is 33554432. --limits standard"))
    }

    @Test func infoDescribesWhatAServerHas() async throws {
        let outcome = try await kf("info", url("/a.png"), "--json")
        let start =
            "{\"source\":\"\(url("/a.png"))\",\"format\":\"png\",\"width\":17,\"height\":13,"
            + "\"frames\":1,\"loops\":null,\"durationMilliseconds\":null,\"orientation\":1,\"alpha\":false,"
            + "\"bitDepth\":8,\"colorModel\":\"rgb\",\"iccProfile\":null,\"colorCodePoints\":null,\"exif\":"
        let end = ",\"bytes\":\(try Picture.data("png/rgb-8.png").count)}\n"
        #expect(outcome.text.hasPrefix(start) && outcome.text.hasSuffix(end), "\(outcome.text)")
        #expect(folder.caches() == [])
    }

    @Test func everyKindOfBadAnswerIsAnErrorThatNamesTheSource() async throws {
        let data = try Picture.data("jpeg/photo.jpg")
        let image = ScriptedResponse.bytes(data, type: "image/jpeg")
        server.route("/404", .text("gone", status: 404))
        server.route("/500", .text("sorry", status: 500))
        server.route("/html", .html(claiming: "image/jpeg"))
        server.route("/early", image.closing(after: data.count / 2))
        server.route("/reset", image.resetting(after: data.count / 2))
        server.route("/longer", image.declaringLength("\(data.count + 1)").closing())
        server.route("/shorter", image.declaringLength("\(data.count / 2)"))
        server.route("/garbage", .garbage())
        server.route("/nothing", .nothing)
        server.route("/empty", .bytes(Data()))
        server.routeRedirectLoop(["/loop", "/loop2"])
        let paths = [
            "/404", "/500", "/html", "/early", "/reset", "/longer", "/shorter", "/garbage", "/nothing",
            "/empty", "/loop",
        ]
        let outcome = try await kf.run(["get", "-O", "out", "--json"] + paths.map(url))
        #expect(outcome.exitCode == 1 && outcome.signal == nil)
        let errors = Dictionary(uniqueKeysWithValues: try outcome.lines().map { ($0.source, $0.error) })
        for path in paths {
            let error = try #require(errors[url(path)] ?? nil, "\(path) was accepted")
            #expect(error.count > 15, "\(path): \(error)")
            #expect(outcome.errorText.contains("kf: \(url(path)): "), "\(path)")
        }
        #expect(outcome.errorText.split(separator: "\n").count == paths.count)
        #expect(outcome.errorText.contains("answered with status 404"))
        #expect(outcome.errorText.contains("an HTML page"))
        #expect(try folder.contents("out") == [])
        #expect(try await kf("cache", "list").text == "")
    }

    @Test func aDripThatNeverEndsIsGivenUpInTime() async throws {
        let data = try Picture.data("jpeg/photo.jpg")
        server.route("/drip", .bytes(data).dripping(1, every: .milliseconds(50)))
        server.route("/silence", .silence)
        for path in ["/drip", "/silence"] {
            let clock = ContinuousClock()
            let start = clock.now
            let outcome = try await kf("get", url(path), "--timeout", "1", "-o", "out.jpg")
            #expect(outcome.exitCode == 1)
            #expect(clock.now - start < .seconds(10))
            #expect(outcome.errorText.hasPrefix("kf: \(url(path)): "))
            #expect(try folder.contents().contains("out.jpg") == false)
        }
    }

    @Test func aHostThatRefusesIsNamed() async throws {
        let url = url("/a.png")
        server.stop()
        let outcome = try await kf("get", url)
        #expect(outcome.exitCode == 1)
        #expect(outcome.errorText.hasPrefix("kf: \(url): "))
    }
}

import Foundation
import KingfisherTestKit
import Testing

/// `kf cache` over what `kf get` stored.
@Suite(.timeLimit(.minutes(2)))
struct CacheCommandTests {
    private struct Entry: Decodable {
        let key: String
        let kind: String
        let bytes: Int
        let file: String
        let expiry: String?
        let lastAccess: String
    }

    private let folder = FolderForTest()
    private let server: ScriptedServer
    private var kf: KF { KF(folder: folder) }
    private var url: String { server.url("/a.png").absoluteString }

    init() throws {
        server = try ScriptedServer()
        server.route("/a.png", .bytes(try Picture.data("png/rgb-8.png")))
    }

    private func fill() async throws {
        for options in [[], ["--resize", "8x"]] {
            let outcome = try await kf.run(["get", url] + options)
            #expect(outcome.exitCode == 0, "\(outcome.errorText)")
        }
    }

    private func entries() async throws -> [Entry] {
        try await kf("cache", "list", "--json").text.split(separator: "\n").map {
            try JSONDecoder().decode(Entry.self, from: Data($0.utf8))
        }
    }

    private func cacheFolder() async throws -> String {
        String(try await kf("cache", "path").text.dropLast())
    }

    @Test func aCacheThatIsNotThereIsEmpty() async throws {
        for (action, text) in [
            ("list", ""), ("stats", "0 entries, 0 bytes"), ("clean", "0 entries removed"),
            ("clear", "0 entries removed"), ("verify", "0 entries checked, 0 damaged"),
            ("path", folder.path("xdg/")),
        ] {
            let outcome = try await kf("cache", action)
            #expect(outcome.exitCode == 0 && outcome.errorText == "")
            #expect(outcome.text.hasPrefix(text))
        }
        #expect(try folder.contents() == [])
    }

    @Test func theListShowsWhatWasStored() async throws {
        try await fill()
        let entries = try await entries()
        #expect(Set(entries.map(\.kind)) == ["original", "processed"])
        #expect(entries.contains { $0.key == url && $0.kind == "original" })
        #expect(entries.allSatisfy { $0.key.hasPrefix(url) && $0.expiry != nil })
        #expect(
            try await Set(entries.map(\.file))
                == Set(FileManager.default.contentsOfDirectory(atPath: cacheFolder())))
        let text = try await kf("cache", "list").text
        #expect(text.split(separator: "\n").count == 2 && text.contains(url))
        let stats = try await kf("cache", "stats", "--json").text
        let bytes = entries.reduce(0) { $0 + $1.bytes }
        #expect(
            stats.contains("\"entries\":2,\"bytes\":\(bytes),\"originals\":1,\"processed\":1,\"expired\":0,"))
        let lines = try await kf("cache", "stats").text.split(separator: "\n")
        #expect(lines.first?.hasPrefix("2 entries, \(bytes) bytes, 0 expired") == true)
        #expect(lines.contains { $0.hasPrefix("used within the last hour") && $0.contains("2 entries") })
        #expect(lines.contains { $0.hasPrefix("originals") && $0.contains("1 entry") })
    }

    @Test func theListIsOrderedAsAsked() async throws {
        try await fill()
        for (order, first) in [("size", "size"), ("kind", "original"), ("key", "original")] {
            let forward = try await kf("cache", "list", "--json", "--sort", order).text
            let backward = try await kf("cache", "list", "--json", "--sort", order, "--reverse").text
            let lines = forward.split(separator: "\n")
            #expect(Array(lines.reversed()) == backward.split(separator: "\n"))
            let entries = try lines.map { try JSONDecoder().decode(Entry.self, from: Data($0.utf8)) }
            if first == "size" {
                #expect(entries[0].bytes >= entries[1].bytes)
            } else {
                #expect(entries[0].kind == first)
            }
        }
        let wrong = try await kf("cache", "list", "--sort", "sise")
        #expect(wrong.exitCode == 2 && wrong.errorText.contains("did you mean size?"))
        #expect(try await kf("cache", "stats", "--sort", "size").exitCode == 2)
    }

    @Test func entriesGoByKeyAndByFileName() async throws {
        try await fill()
        let processed = try #require(try await entries().first { $0.kind == "processed" })
        for name in [processed.key, processed.file] {
            try await fill()
            #expect(try await kf("cache", "remove", name, "--json").text == "{\"removed\":1}\n")
            #expect(try await entries().map(\.key) == [url])
        }
        let missing = try await kf("cache", "remove", url + "#")
        #expect(missing.exitCode == 1)
        #expect(missing.errorText.contains("no entry '\(url)#'"))
    }

    @Test func aURLTakesAllThatWasMadeOfItAlong() async throws {
        let other = server.url("/a.png").absoluteString + "2"
        server.route("/a.png2", .bytes(try Picture.data("png/rgb-8.png")))
        try await fill()
        #expect(try await kf("get", other, "--resize", "8x").exitCode == 0)
        #expect(try await kf("cache", "remove", url).text == "2 entries removed\n")
        #expect(try await entries().allSatisfy { $0.key.hasPrefix(other) })
        #expect(try await !entries().isEmpty)
    }

    @Test func clearingEmptiesOnlyTheCache() async throws {
        try await fill()
        let stranger = "\(try await cacheFolder())/readme.txt"
        try Data("mine".utf8).write(to: URL(filePath: stranger))
        #expect(try await kf("cache", "clear").text == "2 entries removed\n")
        #expect(try await entries().isEmpty)
        #expect(FileManager.default.fileExists(atPath: stranger))
        #expect(try await kf("cache", "remove", "readme.txt").exitCode == 1)
    }

    @Test func damageIsFoundNamedAndServedToNobody() async throws {
        _ = try await kf("get", url)
        let entry = try #require(try await entries().first)
        let file = URL(filePath: "\(try await cacheFolder())/\(entry.file)")
        var data = try Data(contentsOf: file)
        data[data.count / 4] ^= 0xFF
        try data.write(to: file)
        let outcome = try await kf("cache", "verify")
        #expect(outcome.exitCode == 1)
        #expect(outcome.text.contains("damaged: \(entry.file): "))
        #expect(outcome.text.hasSuffix("1 entry checked, 1 damaged\n"))
        let again = try await kf("get", url, "-o", "out.png", "--json")
        #expect(try again.line().cacheType == "none")
        #expect(try Data(contentsOf: URL(filePath: folder.path("out.png"))) == Picture.data("png/rgb-8.png"))
        #expect(try await kf("cache", "verify").exitCode == 0)
    }

    @Test func aFileInItsPlaceIsAnError() async throws {
        let path = try await cacheFolder()
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: path))
        try Data().write(to: URL(filePath: folder.path("file")))
        for (options, name) in [([], path), (["--cache", "file"], folder.path("file"))] {
            for action in ["list", "stats", "clean", "clear", "verify"] {
                let outcome = try await kf.run(["cache", action] + options)
                #expect(outcome.exitCode == 1)
                #expect(outcome.errorText.contains(name))
            }
        }
    }
}

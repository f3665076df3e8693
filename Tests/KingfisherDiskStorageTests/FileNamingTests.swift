import Foundation
import KingfisherCore
import KingfisherDiskStorage
import Testing

@Suite("Names of files and folders", .timeLimit(.minutes(1)))
struct FileNamingTests {
    private func name(
        _ key: String, forced: String? = nil, _ configure: (inout DiskStorage.Config) -> Void = { _ in }
    ) throws -> String {
        try Bench().storage(configure).cacheFileURL(forKey: key, forcedExtension: forced).lastPathComponent
    }

    @Test("A file is named by the SHA-256 of its key")
    func hashedName() throws {
        // As `printf abc | sha256sum` says.
        #expect(try name("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test(
        "The extension of a key is 1 to 20 letters and digits at the end of its path, or none",
        arguments: [
            ("http://a.net/b.png", "png"), ("http://a.net/b.png?x=1.gif", "png"),
            ("http://a.net/b.png#top.x", "png"),
            ("http://a.net/@user/photo.jpg", "jpg"), ("http://x@medium.net/5737/a", nil),
            ("http://medium.net", nil),
            ("http://a.net/photo@2x.png", "png"), ("http://a.net/photo.jpg@com.app.Round(4.5)", "jpg"),
            ("http://a.net/photo@2x.png@com.app.Blur(3)", "png"), ("http://a.net/photo@net/5737", nil),
            ("http://a.net/a.b-c", nil), ("http://a.net/a.", nil),
            ("http://a.net/a.12345678901234567890", "12345678901234567890"),
            ("http://a.net/a.123456789012345678901", nil), ("a.webp", "webp"), ("", nil),
            ("http://a.net/ü.é", nil),
        ] as [(String, String?)])
    func automaticExtension(key: String, expected: String?) throws {
        let name = try name(key) { $0.autoExtAfterHashedFileName = true }
        #expect(name.dropFirst(64) == (expected.map { ".\($0)" } ?? ""))
    }

    @Test("A forced extension goes before the fixed one, that before the one of the key")
    func extensionPrecedence() throws {
        let both: (inout DiskStorage.Config) -> Void = {
            $0.autoExtAfterHashedFileName = true
            $0.pathExtension = "cache"
        }
        #expect(try name("a.png", forced: "jpg", both).hasSuffix(".jpg"))
        #expect(try name("a.png", both).hasSuffix(".cache"))
        #expect(try name("a.png", forced: "tar.gz").hasSuffix(".tar.gz"))
    }

    @Test(
        "An extension cannot lead anywhere else", arguments: ["../../x", "/etc", "..", "", "a/b", "\0", "ü"])
    func harmlessExtension(forced: String) throws {
        let bench = try Bench()
        let storage = try bench.storage()
        let url = storage.cacheFileURL(forKey: "a", forcedExtension: forced)
        #expect(
            url.standardizedFileURL.deletingLastPathComponent().path
                == storage.directoryURL.standardizedFileURL.path)
        try storage.store(value: Data([1]), forKey: "a", forcedExtension: forced)
        #expect(try storage.value(forKey: "a", forcedExtension: forced) == Data([1]))
    }

    @Test("Without hashing the key is the name, as far as it can be one")
    func plainNames() throws {
        let plain: (inout DiskStorage.Config) -> Void = { $0.usesHashedFileName = false }
        #expect(try name("photo 1.png", plain) == "photo 1.png")
        #expect(try name("http://a.net/b.png", plain) == "http:%2F%2Fa.net%2Fb.png")
        #expect(try name("../../etc/passwd", plain) == "%2E.%2F..%2Fetc%2Fpasswd")
        #expect(try name("a%2Fb", plain) == "a%252Fb")
        #expect(try name("a\nb", plain) == "a%0Ab")
        #expect(try name(String(repeating: "x", count: 300), plain).count == 64)
        #expect(try name("", plain).count == 64)
    }

    @Test("Without hashing values come back as well")
    func plainStorage() throws {
        let bench = try Bench()
        let storage = try bench.storage { $0.usesHashedFileName = false }
        let keys = ["a", "../a", "http://a.net/b.png", ".hidden", String(repeating: "y", count: 1000), "ü"]
        for key in keys { try storage.store(value: Data(key.utf8), forKey: key) }
        for key in keys { #expect(try storage.value(forKey: key) == Data(key.utf8)) }
        #expect(try storage.entries().map(\.key).sorted() == keys.sorted())
        try storage.removeAll()
        #expect(try bench.names() == [])
    }

    @Test("The folder is named after the cache, in the directory or where the block says")
    func folder() throws {
        let bench = try Bench()
        #expect(try bench.storage().directoryURL.path == bench.cacheFolder.path)
        let elsewhere = bench.folder.url.appendingPathComponent("deep/er")
        let moved = try bench.storage { config in
            config.cachePathBlock = { directory, name in
                #expect(name == "com.onevcat.Kingfisher.ImageCache.test")
                #expect(directory.path == bench.folder.path)
                return elsewhere
            }
        }
        try moved.store(value: Data(), forKey: "a")
        #expect(FileManager.default.fileExists(atPath: elsewhere.path))
        #expect(moved.config.cachePathBlock == nil)
    }

    @Test("The directory is the user's cache directory where none is given")
    func userDirectory() {
        let environment = ProcessInfo.processInfo.environment
        let expected = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let directory = DiskStorage.Config(name: "a", sizeLimit: 0).directory.path
        #expect(directory == expected ?? "\(FileManager.default.homeDirectoryForCurrentUser.path)/.cache")
    }

    @Test("A name that is no folder name is refused in words", arguments: ["", "a/b", "../a", "a\0b"])
    func refusesNames(name: String) throws {
        let folder = try TemporaryFolder()
        let text = message {
            _ = try DiskStorage.Backend<Data>(config: .init(name: name, sizeLimit: 0, directory: folder.url))
        }
        #expect(text.contains("cannot name a cache"))
    }
}

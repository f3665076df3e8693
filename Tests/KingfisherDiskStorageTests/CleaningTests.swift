import Foundation
import KingfisherCore
import KingfisherDiskStorage
import KingfisherTestKit
import Testing

@Suite("Cleaning, listing and verifying", .timeLimit(.minutes(1)))
struct CleaningTests {
    private let bench: Bench
    private let storage: DiskStorage.Backend<Data>

    init() throws {
        bench = try Bench()
        storage = try bench.storage()
    }

    private func damage(_ key: String, _ change: (inout Data) -> Void) throws {
        let url = storage.cacheFileURL(forKey: key)
        let modified = try FileManager.default.attributesOfItem(atPath: url.path)[.modificationDate] as? Date
        var bytes = try Data(contentsOf: url)
        change(&bytes)
        try bytes.write(to: url)
        try setModified(url, modified ?? Date())
    }

    @Test("Cleaning removes what has expired and says what that was")
    func removesExpired() throws {
        try storage.store(value: Data([1]), forKey: "short", expiration: .seconds(10))
        try storage.store(value: Data([2]), forKey: "long", expiration: .seconds(11))
        try storage.store(value: Data([3]), forKey: "kept", expiration: .never)
        bench.clock.advance(by: .seconds(10))
        #expect(try storage.removeExpiredValues().map(\.path) == [storage.cacheFileURL(forKey: "short").path])
        #expect(try storage.value(forKey: "long") == Data([2]))
        #expect(try storage.value(forKey: "kept") == Data([3]))
        #expect(try bench.names().count == 2)
    }

    @Test("A source goes with all that was made of it, and nothing else does")
    func removesVariants() async throws {
        let tier = DiskDataStorage(storage)
        for (key, identifier) in [("a", ""), ("a", "p"), ("a", "q"), ("b", ""), ("a@r", "")] {
            try await tier.store(
                StoredData(Data([1]), kind: .processed),
                for: StorageKey(key, processorIdentifier: identifier, fileExtension: "x"), expiration: nil)
        }
        #expect(try storage.removeValues(variantsOf: "a").count == 3)
        #expect(try storage.entries().map(\.key).sorted() == ["a@r", "b"])
        #expect(try storage.removeValues(variantsOf: "a").isEmpty)
    }

    @Test("Leftovers of dead writers go, those of living ones and other hidden files stay")
    func removesLeftovers() throws {
        let now = Date()
        bench.clock.jumpDate(by: .seconds(now.timeIntervalSince(bench.clock.date)))
        let (dead, other) = (".kf-1-abc.tmp", ".kf-notes")
        for name in [dead, other] { try Data([1]).write(to: bench.cacheFolder.appendingPathComponent(name)) }
        _ = try storage.removeExpiredValues()
        #expect(try bench.names() == [dead, other])
        let living = open(
            bench.cacheFolder.appendingPathComponent(".kf-2-abc.tmp").path, O_WRONLY | O_CREAT, 0o600)
        defer { close(living) }
        #expect(flock(living, LOCK_EX) == 0)
        bench.clock.advance(by: .seconds(60))
        _ = try storage.removeExpiredValues()
        #expect(try bench.names() == [".kf-2-abc.tmp", other])
    }

    @Test(
        "A damaged file is a miss and goes; the others stay",
        arguments: ["flipped", "cut", "empty", "longer", "other"])
    func damagedFiles(how: String) throws {
        let value = Data((0..<2000).map { UInt8(truncatingIfNeeded: $0) })
        for key in ["a", "b"] { try storage.store(value: value, forKey: key) }
        try damage("a") { bytes in
            switch how {
            case "flipped": bytes[1000] ^= 1
            case "cut": bytes = bytes.prefix(1500)
            case "empty": bytes = Data()
            case "longer": bytes.append(0)
            default: bytes = (try? Data(contentsOf: storage.cacheFileURL(forKey: "b"))) ?? Data()
            }
        }
        #expect(try storage.verify().map(\.fileURL.path) == [storage.cacheFileURL(forKey: "a").path])
        #expect(try bench.names().count == 2)
        #expect(try storage.value(forKey: "a") == nil)
        #expect(try bench.names().count == 1)
        #expect(try storage.value(forKey: "b") == value)
        #expect(try storage.verify() == [])
    }

    @Test("Verifying says what is wrong and removes it when told to")
    func verifies() throws {
        for key in ["a", "b", "c"] { try storage.store(value: Data(count: 100), forKey: key) }
        try damage("b") { $0[50] = 1 }
        try Data("mine".utf8).write(to: bench.cacheFolder.appendingPathComponent("notes.txt"))
        let damaged = try storage.verify(removingDamaged: true)
        #expect(damaged.map(\.reason) == ["its checksum is wrong"])
        #expect(damaged.map(\.fileURL.path) == [storage.cacheFileURL(forKey: "b").path])
        #expect(try bench.names().count == 3)
        #expect(try storage.verify(removingDamaged: true) == [])
    }

    @Test("Files whose trailer cannot be read go with the expired ones")
    func removesUnreadable() throws {
        try storage.store(value: Data(count: 100), forKey: "a", expiration: .never)
        try damage("a") { $0 = $0.prefix(60) }
        try setModified(storage.cacheFileURL(forKey: "a"), bench.clock.date)
        #expect(try storage.removeExpiredValues().count == 1)
    }

    @Test("Listing tells all about each entry")
    func lists() async throws {
        let tier = DiskDataStorage(storage)
        let key = StorageKey("http://a.net/b.png", processorIdentifier: "p", fileExtension: "png")
        let value = StoredData(
            Data(count: 77), kind: .processed, validators: HTTPValidators(entityTag: "\"x\""))
        try await tier.store(value, for: key, expiration: .seconds(30))
        let entry = try #require(try storage.entries().first)
        #expect(entry.key == "http://a.net/b.png@p")
        #expect(entry.fileURL.lastPathComponent == "\(entry.keyDigest).png")
        // printf %s http://a.net/b.png | sha256sum
        #expect(entry.groupDigest == "1b67e5f1ee67c8b48182a01340c7751ed899bf2556fd5ac2de049a31fed81649")
        #expect(entry.kind == .processed && entry.validators == value.validators)
        #expect(entry.valueByteCount == 77 && entry.byteCount > 77)
        #expect(entry.lastAccess == bench.clock.date)
        #expect(entry.expiry == bench.clock.date.addingTimeInterval(30))
        #expect(
            !entry.isExpired(at: bench.clock.date)
                && entry.isExpired(at: bench.clock.date.addingTimeInterval(30)))
        #expect(try storage.totalSize() == UInt(entry.byteCount))
    }

    @Test(
        "What cannot be a file of ours is a miss and never waited for", arguments: ["folder", "pipe", "link"])
    func oddFiles(kind: String) throws {
        let path = storage.cacheFileURL(forKey: "a").path
        switch kind {
        case "folder":
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        case "pipe": #expect(mkfifo(path, 0o600) == 0)
        default: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
        }
        #expect(try storage.value(forKey: "a") == nil)
        #expect(!storage.isCached(forKey: "a"))
        #expect(try storage.removeExpiredValues() == [])
        #expect(try storage.entries() == [] && storage.verify() == [])
    }

    @Test("A value that cannot be made from its bytes is removed and counts as a miss")
    func undecodable() throws {
        let texts = try DiskStorage.Backend<Text>(config: storage.config)
        try texts.store(value: Text("fine"), forKey: "a")
        #expect(try texts.value(forKey: "a") == Text("fine"))
        try storage.store(value: Data([0xff, 0xfe]), forKey: "a")
        #expect(try texts.value(forKey: "a") == nil)
        #expect(!texts.isCached(forKey: "a"))
    }

    @Test("An older value is an error only when asked for")
    func withoutOverwriting() throws {
        try storage.store(value: Data([1]), forKey: "a", writeOptions: .withoutOverwriting)
        #expect(
            code { try storage.store(value: Data([2]), forKey: "a", writeOptions: .withoutOverwriting) }
                == .ioFailed)
        let text = message {
            try storage.store(value: Data([2]), forKey: "a", writeOptions: .withoutOverwriting)
        }
        #expect(text.contains("already in the cache"))
        #expect(try storage.value(forKey: "a") == Data([1]))
        try storage.store(value: Data([3]), forKey: "a", writeOptions: .atomic)
        #expect(try storage.value(forKey: "a") == Data([3]))
        #expect(try bench.names().count == 1)
    }
}

private struct Text: DataTransformable, Equatable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    func toData() throws -> Data { Data(text.utf8) }

    static func fromData(_ data: Data) throws -> Text {
        guard let text = String(data: data, encoding: .utf8) else { throw CocoaError(.fileReadCorruptFile) }
        return Text(text)
    }

    static var empty: Text { Text("") }
}

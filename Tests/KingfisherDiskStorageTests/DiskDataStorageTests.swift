import Foundation
import KingfisherCore
import KingfisherDiskStorage
import KingfisherTestKit
import Testing

@Suite("The disk as a tier", .timeLimit(.minutes(2)))
struct DiskDataStorageTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    @Test("It keeps what the protocol promises", arguments: [true, false])
    func conforms(usesHashedFileName: Bool) async throws {
        let clock = bench.clock
        let tier = DiskDataStorage(try bench.storage { $0.usesHashedFileName = usesHashedFileName })
        try await StorageConformance(tier) { clock.advance(by: .seconds($0)) }.run()
        try await VariantStorageConformance(tier).run()
    }

    @Test("A second storage on the folder reads what the first stored, and knows what it is")
    func survivesReopening() async throws {
        let key = StorageKey("http://a.net/b.png", processorIdentifier: "p", fileExtension: "png")
        let value = StoredData(
            Data(count: 5), kind: .original, validators: HTTPValidators(lastModified: "then"))
        try await DiskDataStorage(bench.storage()).store(value, for: key, expiration: nil)
        let again = try DiskDataStorage(bench.storage())
        #expect(try await again.value(for: key, extending: .cacheTime) == value)
        #expect(again.fileURL(for: key).pathExtension == "png")
        #expect(again.id == "disk")
    }

    @Test("The backend and the tier share keys")
    func sharesKeys() async throws {
        let storage = try bench.storage()
        let tier = DiskDataStorage(storage)
        try storage.store(value: Data([1]), forKey: "a@p", forcedExtension: "jpg")
        let key = StorageKey("a", processorIdentifier: "p", fileExtension: "jpg")
        #expect(try await tier.value(for: key, extending: .none)?.data == Data([1]))
        #expect(tier.fileURL(for: key) == storage.cacheFileURL(forKey: "a@p", forcedExtension: "jpg"))
    }

    @Test("Cleaning names the files it removed, by age and by size")
    func cleans() async throws {
        let storage = try bench.storage()
        let tier = DiskDataStorage(storage)
        try storage.store(value: Data(count: 900), forKey: "old", expiration: .seconds(1))
        try storage.store(value: Data(count: 900), forKey: "large")
        bench.clock.advance(by: .seconds(1))
        try storage.store(value: Data(count: 100), forKey: "small")
        storage.config.sizeLimit = 1000
        let names = ["old", "large"].map { storage.cacheFileURL(forKey: $0).lastPathComponent }
        #expect(try await tier.removeExpired() == names)
        #expect(try await tier.statistics().entryCount == 1)
    }

    @Test("A cancelled read is a CancellationError")
    func cancels() async throws {
        let tier = DiskDataStorage(try bench.storage())
        let key = StorageKey("a")
        try await tier.store(StoredData(Data([1]), kind: .original), for: key, expiration: nil)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await tier.value(for: key, extending: .none)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("The plugin makes a storage for file URLs, and says so when it cannot")
    func plugin() async throws {
        let registry = try PluginRegistry([DiskStoragePlugin()])
        #expect(registry.pluginIDs == ["disk"])
        let made = try registry.makeStorage(.init(url: bench.folder.url, name: "test"))
        let tier = try #require(made as? DiskDataStorage)
        #expect(tier.backend.directoryURL.path == bench.cacheFolder.path)
        let file = bench.folder.url.appendingPathComponent("file")
        try Data().write(to: file)
        #expect(code { _ = try registry.makeStorage(.init(url: file, name: "test")) } == .ioFailed)
    }
}

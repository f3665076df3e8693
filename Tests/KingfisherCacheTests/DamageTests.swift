import Foundation
import KingfisherCache
import KingfisherCore
import Testing

@Suite("Which stored values are removed", .timeLimit(.minutes(1)))
struct DamageTests {
    /// Knows its files, and fails on all of them.
    private struct FailingDecoder: ImageDecoder {
        let code: PluginError.Code
        var formats: [ImageFormat] { [.png] }
        func recognizes(_ prefix: Span<UInt8>) -> Bool { true }
        func inspect(_ data: Data, limits: DecodingLimits) throws -> ImageInfo { throw error }
        func decode(_ data: Data, options: DecodingOptions) throws -> Image { throw error }
        private var error: PluginError { PluginError(code, pluginID: "test", message: "It fails.") }
    }

    private let disk = DictionaryStorage("disk")
    private let shared = DictionaryStorage("shared")
    private let key = StorageKey("k")

    @Test(
        "Bytes that a decoder finds damaged are removed; what else it complains of is no fault of theirs",
        arguments: [
            (.corrupt, true), (.truncated, true), (.damagedEntry, true), (.outOfMemory, false),
            (.limitExceeded, false), (.unsupportedFeature, false), (.unsupportedFormat, false),
        ] as [(PluginError.Code, Bool)])
    func codes(code: PluginError.Code, isDamage: Bool) async throws {
        disk.put(StoredData(try testFile(), kind: .original), key)
        let finding = try await Finding("k", in: .test([disk]), decoder: FailingDecoder(code: code))
        #expect(finding.image == nil)
        #expect(finding.notes.discarded.count == (isDamage ? 1 : 0))
        #expect(finding.notes.failures.count == (isDamage ? 0 : 1))
        #expect(disk.keys.isEmpty == isDamage)
    }

    @Test("A processor that fails leaves the original, and says why there is no image")
    func failingProcessor() async throws {
        disk.put(StoredData(try testFile(), kind: .original), key)
        let underOwnKey = StorageKey("k", processorIdentifier: "failing")
        disk.put(StoredData(try testFile(), kind: .original), underOwnKey)
        let cache = ImageCache.test([disk])
        let finding = try await Finding("k", in: cache, as: .source, .processor(FailingProcessor()))
        #expect(finding.image == nil && finding.notes.failures.count == 1)
        let error = await #expect(throws: KingfisherError.self) {
            try await cache.retrieveImage(forKey: "k", options: [.processor(FailingProcessor())])
        }
        #expect(error?.errorCode == 3004)
        #expect(error?.description.contains("The overlay is damaged.") == true)
        #expect(disk.keys == [key, underOwnKey])
        #expect(try await cache.retrieveImage(forKey: "k").cacheType == .disk)
    }

    @Test("A file of a known format stays where its plugin is missing; one of no format does not")
    func missingPlugin() async throws {
        let signature = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        disk.put(StoredData(signature + Data(count: 64), kind: .original), key)
        disk.put(StoredData(signature + Data(count: 64), kind: .processed), StorageKey("processed"))
        disk.put(StoredData(Data("<html>".utf8), kind: .original), StorageKey("page"))
        let cache = ImageCache.test([disk])
        #expect(try await Finding("k", in: cache).notes.failures.count == 1)
        #expect(try await Finding("processed", in: cache).notes.failures.count == 1)
        #expect(try await Finding("page", in: cache).notes.discarded.count == 1)
        #expect(disk.keys == [key, StorageKey("processed")])
    }

    @Test("Bytes of which the serializer makes nothing are removed")
    func serializerMakesNothing() async throws {
        disk.put(StoredData(Data("M".utf8), kind: .processed), key)
        let finding = try await Finding("k", in: .test([disk]), .cacheSerializer(LetterSerializer()))
        #expect(finding.notes.discarded.count == 1 && disk.keys.isEmpty)
    }

    @Test("Only the value that was judged is removed, not one stored meanwhile")
    func storedMeanwhile() async throws {
        let cache = ImageCache.test([disk])
        var notes = TierNotes()
        disk.put(StoredData(Data("broken".utf8), kind: .original), key)
        let hit = try #require(try await cache.lookUp(key, extending: .none, noting: &notes))
        let fresh = StoredData(try testFile(2), kind: .original)
        disk.put(fresh, key)
        await cache.discard(hit)
        #expect(disk.entry(key)?.value == fresh)
        disk.put(hit.stored, key)
        await cache.discard(hit)
        #expect(disk.keys.isEmpty)
    }

    @Test("A promotion undoes neither what was stored meanwhile nor a removal")
    func promotedLate() async throws {
        let cache = ImageCache.test([disk, shared])
        var notes = TierNotes()
        let old = StoredData(try testFile(1), kind: .original)
        shared.put(old, key)
        let hit = try #require(try await cache.lookUp(key, extending: .none, noting: &notes))
        #expect(hit.stored == old && hit.type == .tier("shared"))
        let fresh = StoredData(try testFile(2), kind: .original)
        disk.put(fresh, key)
        await cache.promote(hit, options: parsed(.waitForCache))
        #expect(disk.entry(key)?.value == fresh)
        try await cache.removeImage(forKey: "k")
        await cache.promote(hit, options: parsed(.waitForCache))
        #expect(disk.keys.isEmpty && shared.keys.isEmpty)
    }
}

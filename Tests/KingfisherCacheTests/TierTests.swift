import Foundation
import KingfisherCache
import KingfisherCore
import Testing

@Suite("Tiers behind memory", .timeLimit(.minutes(1)))
struct TierTests {
    private let disk = DictionaryStorage("disk")
    private let shared = DictionaryStorage("shared")
    private let far = DictionaryStorage("far")
    private let key = StorageKey("k")

    private var cache: ImageCache { .test([disk, shared, far]) }

    private func value(_ number: UInt8) throws -> StoredData {
        StoredData(try testFile(number), kind: .original)
    }

    @Test("The first tier that has it answers")
    func order() async throws {
        shared.put(try value(2), key)
        far.put(try value(3), key)
        let result = try await cache.retrieveImage(forKey: "k")
        #expect(result.cacheType == .tier("shared"))
        #expect(result.image?.firstSample == 2)
        #expect(far.calls.isEmpty)
    }

    @Test("A hit goes into the tiers before it, with kind and validators, and not into those after it")
    func promotion() async throws {
        let tagged = StoredData(
            try testFile(2), kind: .original, validators: HTTPValidators(entityTag: "\"e\""))
        shared.put(tagged, key)
        let options = parsed(.waitForCache, .diskCacheExpiration(.days(2)))
        _ = try await cache.retrieveImage(forKey: "k", options: options)
        #expect(disk.entry(key)?.value == tagged)
        #expect(disk.entry(key)?.expiration == .days(2))
        #expect(far.keys.isEmpty)
    }

    @Test("Unless asked to wait, a hit does not wait for the tiers before it")
    func promotionBehind() async throws {
        let gate = AsyncGate()
        let slow = DictionaryStorage("disk", storeGate: gate)
        shared.put(try value(2), key)
        let cache = ImageCache.test([slow, shared])
        #expect(try await cache.retrieveImage(forKey: "k").cacheType == .tier("shared"))
        #expect(slow.keys.isEmpty)
        gate.open()
        #expect(await cache.imageCachedTypeAsync(forKey: "k") == .memory)
        cache.clearMemoryCache()
        #expect(await cache.imageCachedTypeAsync(forKey: "k") == .disk)
    }

    @Test("A tier that fails is skipped and named, and the load goes on")
    func failing() async throws {
        disk.failReading()
        shared.put(try value(2), key)
        let cache = cache
        let finding = try await Finding("k", in: cache)
        #expect(finding.hit?.type == .tier("shared"))
        #expect(finding.notes.errors.map(\.errorCode) == [3004])
        #expect(try await cache.retrieveImage(forKey: "k").image?.firstSample == 2)
    }

    @Test("A promotion that fails is no harm")
    func failingPromotion() async throws {
        disk.failWriting()
        shared.put(try value(2), key)
        #expect(try await cache.retrieveImage(forKey: "k", options: [.waitForCache]).image != nil)
    }

    @Test("A miss is an error only when a tier could not be asked")
    func missWithFailure() async throws {
        far.failReading()
        let error = await #expect(throws: KingfisherError.self) { try await cache.retrieveImage(forKey: "k") }
        #expect(error?.errorCode == 3004)
        #expect(error?.description.contains("out of order") == true)
        let finding = try await Finding("k", in: cache)
        #expect(finding.hit == nil && finding.notes.failures.count == 1)
    }

    @Test(
        "A value from which no image can be made is removed from its tier, and the next one is asked",
        arguments: ["", "KFT1", "<html>not found</html>", "KFT1p\u{1}\u{1}\u{3}"])
    func undecodable(text: String) async throws {
        disk.put(StoredData(Data(text.utf8), kind: .original), key)
        shared.put(try value(2), key)
        let finding = try await Finding("k", in: cache)
        #expect(finding.hit?.type == .tier("shared"))
        #expect(finding.notes.discarded.count == 1 && finding.notes.failures.isEmpty)
        #expect(disk.calls.contains("remove k"))
    }

    @Test("Where the damaged value was the only one, it counts as none")
    func undecodableAlone() async throws {
        disk.put(StoredData(Data("nothing".utf8), kind: .original), key)
        let processed = StorageKey("k", processorIdentifier: "paint(9)")
        disk.put(StoredData(Data("nothing".utf8), kind: .original), processed)
        #expect(try await cache.retrieveImage(forKey: "k").cacheType == .none)
        #expect(
            try await cache.retrieveImage(forKey: "k", options: [.processor(Paint(value: 9))]).image == nil)
        #expect(disk.keys.isEmpty)
    }

    @Test("A value that only the limits refuse stays")
    func limits() async throws {
        disk.put(try value(1), key)
        let strict = DecodingLimits(
            pixels: 3, animationPixels: 3, frames: 1, encodedBytes: 1_000, metadataBytes: 1)
        let finding = try await Finding("k", in: cache, .decodingLimits(strict))
        #expect(finding.hit == nil && finding.notes.failures.count == 1)
        #expect(disk.keys == [key])
    }

    @Test("A damaged value that cannot be removed either still counts as none")
    func undecodableAndReadOnly() async throws {
        disk.put(StoredData(Data("nothing".utf8), kind: .original), key)
        disk.failWriting()
        #expect(try await cache.retrieveImage(forKey: "k").cacheType == .none)
    }
}

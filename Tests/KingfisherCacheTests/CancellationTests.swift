import Foundation
import KingfisherCache
import KingfisherCore
import Testing

@Suite("Cancelled look-ups", .timeLimit(.minutes(1)))
struct CancellationTests {
    private let shared = DictionaryStorage("shared")
    private let disk = DictionaryStorage("disk")

    @Test("A task cancelled beforehand asks no tier")
    func before() async throws {
        shared.put(StoredData(try testFile(), kind: .original), StorageKey("k"))
        let cache = ImageCache.test([disk, shared])
        let gate = AsyncGate()
        let task = Task {
            await gate.pass()
            return try await cache.retrieveImage(forKey: "k")
        }
        task.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(shared.calls.isEmpty && disk.calls.isEmpty)
    }

    @Test("A task cancelled while its image is decoded gets none, promotes nothing and removes nothing")
    func during() async throws {
        shared.put(StoredData(try testFile(), kind: .original), StorageKey("k"))
        let decodes = Tally()
        let gate = DispatchSemaphore(value: 0)
        let cache = ImageCache.test([disk, shared], decoder: TestDecoder(decodes: decodes, gate: gate))
        let task = Task { try await cache.retrieveImage(forKey: "k", options: [.waitForCache]) }
        await decodes.reaches(1)
        task.cancel()
        gate.signal()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(cache.memoryStorageCacheCost == 0)
        #expect(disk.keys.isEmpty)
        #expect(shared.keys == [StorageKey("k")])
    }

    @Test("Storing goes on when the task that asked for it is cancelled")
    func storing() async throws {
        let cache = ImageCache.test([disk])
        let gate = AsyncGate()
        let image = try testImage()
        let file = try testFile()
        let task = Task {
            await gate.pass()
            try await cache.store(image, original: file, forKey: "k", options: parsed())
        }
        task.cancel()
        gate.open()
        try await task.value
        #expect(disk.keys == [StorageKey("k")])
    }
}

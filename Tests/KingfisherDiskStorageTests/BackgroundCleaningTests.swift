import Foundation
import KingfisherCore
import KingfisherTestKit
import Testing

@testable import KingfisherDiskStorage

@Suite("Cleaning in the background", .timeLimit(.minutes(1)))
struct BackgroundCleaningTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    /// Returns when the storages have done what they had to do for themselves.
    private func finishHousekeeping() {
        DiskStore.housekeeping.sync {}
    }

    @Test("Opening a folder removes what has expired in it, and nothing else")
    func opening() throws {
        let first = try bench.storage()
        try first.store(value: Data([1]), forKey: "short", expiration: .seconds(10))
        try first.store(value: Data([2]), forKey: "long", expiration: .seconds(11))
        let notes = bench.cacheFolder.appendingPathComponent("notes.txt")
        try Data("mine".utf8).write(to: notes)
        try setModified(notes, bench.clock.date)
        bench.clock.advance(by: .seconds(10))
        finishHousekeeping()
        #expect(try bench.names().count == 3)
        let second = try bench.storage { $0.cleanInterval = 600 }
        finishHousekeeping()
        let kept = second.cacheFileURL(forKey: "long").lastPathComponent
        #expect(try bench.names() == [kept, "notes.txt"].sorted())
    }

    @Test("Opening a folder that is over the limit makes room")
    func openingOverLimit() throws {
        let first = try bench.storage()
        for index in 0..<10 { try first.store(value: Data(count: 10_000), forKey: "\(index)") }
        let second = try bench.storage {
            $0.sizeLimit = 60_000
            $0.cleanInterval = 600
        }
        finishHousekeeping()
        #expect(try second.totalSize() <= 30_000)
        #expect(try second.totalSize() > 0)
    }

    @Test("While a storage lives, it cleans again and again")
    func interval() async throws {
        let looks = WatchedState(0)
        let clock = bench.clock
        var config = DiskStorage.Config(name: "test", sizeLimit: 0, directory: bench.folder.url)
        config.cleanInterval = 0
        let storage = try DiskStorage.Backend<Data>(config: config) {
            looks.update { $0 += 1 }
            return clock.date
        }
        for round in 0..<2 {
            try storage.store(value: Data([1]), forKey: "\(round)", expiration: .seconds(10))
            #expect(try bench.names().count == 1)
            clock.advance(by: .seconds(10))
            if round == 0 { storage.config.cleanInterval = 0.01 }
            // Every cleaning looks at the clock; which look is that of one begun after the advance cannot be told.
            for _ in 0..<100 where try bench.names() != [] {
                let seen = looks.value
                try await looks.wait(upTo: .seconds(30), for: "another cleaning") { $0 > seen }
            }
            #expect(try bench.names() == [])
        }
    }

    @Test("A storage does not outlive its last user because of its cleaning")
    func lifetime() throws {
        weak var left: DiskStore?
        do {
            let storage = try bench.storage { $0.cleanInterval = 0.001 }
            left = storage.files
            #expect(left != nil)
        }
        finishHousekeeping()
        #expect(left == nil)
    }

    @Test("Reading an expired value removes its file")
    func reading() async throws {
        let storage = try bench.storage()
        let tier = DiskDataStorage(storage)
        for key in ["a", "b"] {
            try storage.store(value: Data([1]), forKey: key, expiration: .seconds(10))
        }
        bench.clock.advance(by: .seconds(10))
        #expect(!storage.isCached(forKey: "a"))
        #expect(try bench.names().count == 2)
        #expect(try storage.value(forKey: "a") == nil)
        #expect(try bench.names() == [storage.cacheFileURL(forKey: "b").lastPathComponent])
        #expect(try await tier.value(for: StorageKey("b"), extending: .none) == nil)
        #expect(try bench.names() == [])
    }
}

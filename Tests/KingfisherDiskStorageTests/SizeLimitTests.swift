import Foundation
import KingfisherCore
import KingfisherDiskStorage
import KingfisherTestKit
import Testing

@Suite("The size limit on disk", .timeLimit(.minutes(1)))
struct SizeLimitTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    private func fill(_ storage: DiskStorage.Backend<Data>, _ numbers: Range<Int>, size: Int = 1000) throws {
        for number in numbers {
            bench.clock.advance(by: .seconds(1))
            try storage.store(value: Data(count: size), forKey: "\(number)")
        }
    }

    @Test("Storing keeps the limit without anybody cleaning")
    func storingKeepsLimit() throws {
        let storage = try bench.storage { $0.sizeLimit = 20_000 }
        for start in stride(from: 0, to: 100, by: 5) {
            try fill(storage, start..<start + 5)
            #expect(try storage.totalSize() < 20_000)
        }
        #expect(try storage.value(forKey: "99") != nil)
    }

    @Test("What was read longest ago goes first, down to half the limit")
    func leastRecentlyReadGoes() throws {
        let storage = try bench.storage()
        try fill(storage, 0..<10)
        bench.clock.advance(by: .seconds(1))
        _ = try storage.value(forKey: "0", extendingExpiration: .none)
        #expect(storage.isCached(forKey: "1"))
        let total = try storage.totalSize()
        storage.config.sizeLimit = total
        let removed = try storage.removeSizeExceededValues()
        #expect(
            removed.map(\.lastPathComponent)
                == (1...5).map { storage.cacheFileURL(forKey: "\($0)").lastPathComponent })
        #expect(try storage.totalSize() <= total / 2)
        #expect(try storage.value(forKey: "0") != nil)
    }

    @Test("Room is made down to the low mark that was chosen", arguments: [0, 3000, 30_000])
    func lowMark(bytes: UInt) throws {
        let storage = try bench.storage {
            $0.sizeLimit = 20_000
            $0.sizeAfterTrimming = bytes
        }
        var sizes: [UInt] = []
        for number in 0..<40 {
            try fill(storage, number..<number + 1)
            sizes.append(try storage.totalSize())
        }
        // Keys have one or two digits.
        let one = try #require(sizes.first) + 1
        // What was left, and the value for which room was made.
        let drops = zip(sizes, sizes.dropFirst()).filter { $1 <= $0 }.map(\.1)
        #expect(!drops.isEmpty)
        #expect(drops.allSatisfy { $0 <= min(bytes + one, 20_000) && $0 + one > min(bytes, 20_000) })
        #expect(sizes.allSatisfy { $0 < 20_000 })
    }

    @Test("Nothing goes below the limit, and nothing without one")
    func belowLimit() throws {
        let storage = try bench.storage()
        try fill(storage, 0..<10)
        #expect(try storage.removeSizeExceededValues() == [])
        storage.config.sizeLimit = try storage.totalSize() + 1
        #expect(try storage.removeSizeExceededValues() == [])
    }

    @Test("A value as large as the limit is not stored and pushes nothing out but its own older value")
    func tooLarge() throws {
        let storage = try bench.storage { $0.sizeLimit = 10_000 }
        try fill(storage, 0..<3)
        try storage.store(value: Data(count: 10_000), forKey: "0")
        #expect(try storage.value(forKey: "0") == nil)
        #expect(storage.isCached(forKey: "1") && storage.isCached(forKey: "2"))
    }

    @Test("Replacing and removing are counted")
    func countsChanges() throws {
        let storage = try bench.storage { $0.sizeLimit = 10_000 }
        try fill(storage, 0..<3)
        for _ in 0..<20 { try fill(storage, 1..<2) }
        #expect(storage.isCached(forKey: "0"))
        for number in 10..<30 {
            try fill(storage, number..<number + 1)
            try storage.remove(forKey: "\(number)")
        }
        #expect(storage.isCached(forKey: "0"))
    }

    @Test("What other processes store counts at once")
    func countsOthers() throws {
        let limit: UInt = 80_000
        let (one, other) = (
            try bench.storage { $0.sizeLimit = limit }, try bench.storage { $0.sizeLimit = limit }
        )
        for number in 0..<400 {
            try fill(number.isMultiple(of: 2) ? one : other, number..<number + 1)
            #expect(try one.totalSize() < limit)
        }
    }

    @Test("Sub-folders, hidden files and files of others stay, and do not count")
    func leavesForeignFiles() throws {
        let storage = try bench.storage { $0.sizeLimit = 5_000 }
        let inside = bench.cacheFolder.appendingPathComponent("sub", isDirectory: true)
        try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: false)
        for url in [
            inside.appendingPathComponent("x"), bench.cacheFolder.appendingPathComponent("notes.txt"),
            bench.cacheFolder.appendingPathComponent(".hidden"),
        ] {
            try Data(count: 100_000).write(to: url)
            try setModified(url, Date(timeIntervalSince1970: 1))
        }
        try fill(storage, 0..<3)
        #expect(try storage.totalSize() < 5_000)
        storage.config.sizeLimit = 10
        #expect(try storage.removeSizeExceededValues().count == 3)
        bench.clock.advance(by: .seconds(864_000))
        #expect(try storage.removeExpiredValues() == [])
        try storage.removeAll()
        #expect(try bench.names() == [".hidden", "notes.txt", "sub"])
        #expect(FileManager.default.fileExists(atPath: inside.appendingPathComponent("x").path))
    }
}

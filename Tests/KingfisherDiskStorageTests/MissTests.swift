import Foundation
import KingfisherCore
import KingfisherTestKit
import Testing

@testable import KingfisherDiskStorage

@Suite("Answering for what is not there", .timeLimit(.minutes(1)))
struct MissTests {
    private let bench: Bench
    private let key = "http://example.com/late.png"
    private let value = Data("late".utf8)

    init() throws {
        bench = try Bench()
    }

    /// A storage that has listed its folder.
    private func settledStorage() throws -> DiskStorage.Backend<Data> {
        let storage = try bench.storage()
        storage.files.index.scans.sync {}
        #expect(storage.files.index.isWatched)
        return storage
    }

    /// An index of a folder that the kernel tells nothing of, listed when nobody had changed it for a while.
    private func unwatchedIndex() throws -> FolderIndex {
        _ = try settledStorage()
        try setModified(bench.cacheFolder, Date(timeIntervalSinceNow: -60))
        let index = FolderIndex(folder: bench.cacheFolder.path, watches: false, now: bench.clock.dateSource)
        index.scan()
        #expect(index.isListed && !index.isWatched)
        return index
    }

    /// What another process does: it knows the folder, and this process does not know of it.
    /// - Returns: The hash of the new name.
    @discardableResult
    private func storeElsewhere() throws -> UInt64 {
        let elsewhere = try Bench()
        let other = try elsewhere.storage()
        try other.store(value: value, forKey: key, expiration: .never)
        let name = other.cacheFileURL(forKey: key).lastPathComponent
        try FileManager.default.copyItem(
            at: elsewhere.cacheFolder.appendingPathComponent(name),
            to: bench.cacheFolder.appendingPathComponent(name))
        return NameHash.of(name)
    }

    @Test("A miss is answered from memory, and what another process stores or removes is known")
    func hearsOfOthers() throws {
        let storage = try settledStorage()
        let hash = NameHash.of(storage.cacheFileURL(forKey: key).lastPathComponent)
        #expect(storage.files.index.isSurelyAbsent(hash))
        try storeElsewhere()
        storage.files.index.catchUp()
        #expect(storage.isCached(forKey: key))
        #expect(try storage.value(forKey: key) == value)
        #expect(storage.files.index.total == Int(try storage.totalSize()))
        try FileManager.default.removeItem(at: storage.cacheFileURL(forKey: key))
        storage.files.index.catchUp()
        #expect(storage.files.index.isSurelyAbsent(hash))
        #expect(storage.files.index.total == 0)
    }

    @Test("What another process stores is found without anybody asking for news")
    func hearsByItself() async throws {
        _ = try settledStorage()
        let (news, continuation) = AsyncStream.makeStream(of: Void.self)
        let index = FolderIndex(folder: bench.cacheFolder.path, now: bench.clock.dateSource) {
            continuation.yield()
        }
        index.scan()
        let hash = try storeElsewhere()
        // The file's coming and the end of its being written may be told apart.
        for await _ in news where index.mayContain(hash) { break }
        #expect(index.mayContain(hash))
    }

    @Test("A folder that another process replaces by its own is known again")
    func folderReplaced() async throws {
        let storage = try settledStorage()
        try storage.store(value: value, forKey: "gone")
        try FileManager.default.moveItem(
            at: bench.cacheFolder, to: bench.folder.url.appendingPathComponent("moved"))
        try FileManager.default.createDirectory(at: bench.cacheFolder, withIntermediateDirectories: false)
        try storeElsewhere()
        storage.files.index.catchUp()
        #expect(try storage.value(forKey: key) == value)
        #expect(try storage.value(forKey: "gone") == nil)
        storage.files.index.scans.sync {}
        #expect(storage.files.index.isWatched)
        #expect(storage.files.index.total == Int(try storage.totalSize()))
    }

    @Test("Where the kernel tells nothing, another process is heard of a quarter of a second later")
    func findsLateFiles() throws {
        let index = try unwatchedIndex()
        let hash = try storeElsewhere()
        // The file is there. That this does not see it shows that it does not look.
        #expect(index.isSurelyAbsent(hash) && !index.mayContain(hash))
        bench.clock.advance(by: .milliseconds(250))
        #expect(!index.isSurelyAbsent(hash) && index.mayContain(hash))
    }

    @Test("It is found also when the clock is set back meanwhile")
    func findsLateFilesWithClockSetBack() throws {
        let index = try unwatchedIndex()
        let hash = try storeElsewhere()
        bench.clock.jumpDate(by: .seconds(-3600))
        #expect(index.mayContain(hash))
    }

    @Test("Before the folder was ever listed, the file system is asked")
    func asksWhileUnsure() throws {
        let index = FolderIndex(folder: bench.cacheFolder.path, watches: false, now: bench.clock.dateSource)
        #expect(!index.isSurelyAbsent(1) && index.mayContain(1))
    }

    @Test("What this process stores is found at once, what it removes is gone at once")
    func ownChanges() throws {
        let storage = try settledStorage()
        try storage.store(value: value, forKey: key)
        #expect(try storage.value(forKey: key) == value)
        try storage.remove(forKey: key)
        #expect(try storage.value(forKey: key) == nil)
        try storage.store(value: value, forKey: key)
        try storage.removeAll()
        #expect(!storage.isCached(forKey: key))
    }

    @Test("A file that another process removed is a miss")
    func removedElsewhere() throws {
        let storage = try settledStorage()
        try storage.store(value: value, forKey: key)
        try FileManager.default.removeItem(at: storage.cacheFileURL(forKey: key))
        #expect(try storage.value(forKey: key) == nil)
        #expect(!storage.isCached(forKey: key))
    }

    @Test("The folder can go and come back")
    func folderRemoved() throws {
        let storage = try settledStorage()
        try storage.store(value: value, forKey: key)
        try FileManager.default.removeItem(at: bench.cacheFolder)
        #expect(try storage.value(forKey: key) == nil)
        #expect(try storage.totalSize() == 0)
        #expect(try storage.removeExpiredValues() == [])
        try storage.removeAll()
        try storage.store(value: value, forKey: key)
        #expect(try storage.value(forKey: key) == value)
    }
}

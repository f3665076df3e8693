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

    /// A storage that has listed its folder, which nobody has changed for a while.
    private func settledStorage() throws -> DiskStorage.Backend<Data> {
        let storage = try bench.storage()
        DiskStore.housekeeping.sync {}
        try setModified(bench.cacheFolder, Date(timeIntervalSinceNow: -60))
        storage.files.names.scan()
        #expect(storage.files.names.isListed)
        return storage
    }

    /// What another process does: it knows the folder, and this process does not know of it.
    private func storeElsewhere() throws {
        let other = try Bench().storage()
        try other.store(value: value, forKey: key, expiration: .never)
        let file = other.cacheFileURL(forKey: key)
        try FileManager.default.copyItem(
            at: file, to: bench.cacheFolder.appendingPathComponent(file.lastPathComponent))
    }

    @Test("A miss is answered from memory; what another process stored is found a quarter of a second later")
    func findsLateFiles() throws {
        let storage = try settledStorage()
        #expect(try storage.value(forKey: key) == nil)
        try storeElsewhere()
        // The file is there. That this does not see it shows that it does not look.
        #expect(try storage.value(forKey: key) == nil)
        #expect(!storage.isCached(forKey: key))
        bench.clock.advance(by: .milliseconds(250))
        #expect(storage.isCached(forKey: key))
        #expect(try storage.value(forKey: key) == value)
    }

    @Test("It is found also when the clock is set back meanwhile")
    func findsLateFilesWithClockSetBack() throws {
        let storage = try settledStorage()
        #expect(try storage.value(forKey: key) == nil)
        try storeElsewhere()
        bench.clock.jumpDate(by: .seconds(-3600))
        #expect(try storage.value(forKey: key) == value)
    }

    @Test("Before the folder was ever listed, and while it changes, the file system is asked")
    func asksWhileUnsure() throws {
        let storage = try bench.storage()
        #expect(try storage.value(forKey: key) == nil)
        try storeElsewhere()
        #expect(try storage.value(forKey: key) == value)
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

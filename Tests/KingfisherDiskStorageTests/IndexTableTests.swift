import Foundation
import Testing

@testable import KingfisherDiskStorage

@Suite("What is known of the files in a folder", .timeLimit(.minutes(1)))
struct IndexTableTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)
    private let folderTime = FileTime(Date(timeIntervalSince1970: 1_700_000_000))

    /// A table by reference, because `#expect` calls no mutating methods.
    private final class Table {
        var table = IndexTable()

        func verdict(on name: UInt64, at now: Date) -> IndexTable.Verdict { table.verdict(on: name, at: now) }

        func beginScan() -> Bool { table.beginScan() }

        func isScanDue(after duration: Duration = .zero) -> Bool {
            table.beginScanIfDue(clock: .now + duration)
        }

        func reserve(_ size: Int, below limit: Int) -> IndexTable.Room { table.reserve(size, below: limit) }
    }

    private func listed(_ sizes: [UInt64: Int], trust: IndexTable.Trust = .watched) -> Table {
        let table = Table()
        #expect(table.beginScan())
        table.table.scanned(sizes, trust: trust, at: start, took: .zero)
        return table
    }

    @Test("Only one scan runs at a time, and names that come and go meanwhile stay as they are known")
    func scanning() {
        let table = Table()
        table.table.insert(1, size: 10)
        #expect(table.verdict(on: 9, at: start) == .possible)
        #expect(table.isScanDue())
        #expect(!table.isScanDue() && !table.beginScan())
        table.table.insert(2, size: 20)
        table.table.insert(3, size: 30)
        table.table.remove(3)
        table.table.scanned([1: 10, 3: 30, 4: 40], trust: .watched, at: start, took: .zero)
        #expect([1, 2, 4].allSatisfy { table.verdict(on: $0, at: start) == .possible })
        #expect(table.verdict(on: 3, at: start) == .absent)
        #expect(table.table.total == 70)
    }

    @Test("A watched folder is believed for ever, until something was lost")
    func watched() {
        let table = listed([1: 10])
        #expect(table.verdict(on: 9, at: .distantFuture) == .absent)
        #expect(!table.isScanDue(after: .seconds(1000)))
        table.table.distrust()
        #expect(table.verdict(on: 9, at: start) == .possible)
        #expect(table.isScanDue())
    }

    @Test("A loss during a scan makes its result unbelieved")
    func lossDuringScan() {
        let table = Table()
        #expect(table.beginScan())
        table.table.distrust()
        table.table.scanned([:], trust: .watched, at: start, took: .seconds(9))
        #expect(table.verdict(on: 9, at: start) == .possible)
        #expect(table.isScanDue())
    }

    @Test("An unwatched folder that changed is not believed until it is listed again")
    func changes() {
        let table = listed([1: 10], trust: .unchanged(since: folderTime))
        let later = start.addingTimeInterval(0.25)
        #expect(table.verdict(on: 9, at: start.addingTimeInterval(0.24)) == .absent)
        #expect(table.verdict(on: 9, at: later) == .lookAtFolder)
        table.table.looked(modified: folderTime, at: later)
        #expect(table.verdict(on: 9, at: later) == .absent)
        table.table.looked(modified: FileTime(start), at: later)
        #expect(table.verdict(on: 9, at: later) == .possible)
        #expect(table.isScanDue(after: .seconds(5)))
    }

    @Test("A scan that took long is not repeated soon")
    func pacing() {
        let table = Table()
        #expect(table.beginScan())
        table.table.scanned([:], trust: .none, at: start, took: .seconds(1))
        #expect(!table.isScanDue(after: .seconds(9)))
        #expect(table.isScanDue(after: .seconds(11)))
    }

    @Test("A folder that could not be listed leaves the names as they are, unbelieved")
    func failedScan() {
        let table = listed([1: 10], trust: .unchanged(since: folderTime))
        #expect(table.beginScan())
        table.table.scanned(nil, trust: .none, at: start, took: .zero)
        table.table.looked(modified: nil, at: start)
        #expect(table.verdict(on: 9, at: start) == .possible)
        #expect(table.table.total == 10)
    }

    @Test("A late look at the file system does not undo what came since")
    func lateLook() {
        let table = listed([:])
        let before = table.table.stamp(of: 1)
        table.table.insert(1, size: 10)
        table.table.settle(1, nil, since: before)
        #expect(table.verdict(on: 1, at: start) == .possible)
        let after = table.table.stamp(of: 1)
        table.table.insert(1, size: 12)
        table.table.settle(1, 10, since: after)
        #expect(table.table.total == 12)
        table.table.settle(1, nil, since: table.table.stamp(of: 1))
        #expect(table.verdict(on: 1, at: start) == .absent)
        #expect(table.table.total == 0)
    }

    @Test("Files and those on their way stay below the limit")
    func reserving() {
        let table = listed([1: 40])
        #expect(table.reserve(30, below: 100) == .granted)
        #expect(table.reserve(30, below: 100) == .full)
        #expect(table.table.target(for: 30, below: 100) == 39)
        table.table.insert(2, size: 30, reserved: 30)
        #expect(table.reserve(29, below: 100) == .granted)
        table.table.release(29)
        table.table.remove(1)
        #expect(table.reserve(69, below: 100) == .granted)
        #expect(table.table.total == 30)
    }

    @Test("Where others are not heard of, the folder is scanned after an eighth of the limit")
    func eighth() {
        let table = listed([:], trust: .unchanged(since: folderTime))
        #expect(table.reserve(20, below: 100) == .granted)
        table.table.insert(1, size: 20, reserved: 20)
        #expect(table.reserve(1, below: 100) == .unknown)
        #expect(table.beginScan())
        #expect(table.reserve(1, below: 100) == .granted)
    }
}

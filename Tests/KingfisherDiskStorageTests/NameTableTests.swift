import Foundation
import Testing

@testable import KingfisherDiskStorage

@Suite("What is known of the names in a folder", .timeLimit(.minutes(1)))
struct NameTableTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)
    private let folderTime = FileTime(Date(timeIntervalSince1970: 1_700_000_000))

    /// A table by reference, because `#expect` calls no mutating methods.
    private final class Table {
        var table = NameTable()

        func verdict(on name: UInt64, at now: Date, clock: ContinuousClock.Instant = .now)
            -> NameTable.Verdict
        {
            table.verdict(on: name, at: now, clock: clock)
        }

        func beginScan() -> Bool { table.beginScan() }
    }

    private func listed(_ names: Set<UInt64>) -> Table {
        let table = Table()
        #expect(table.beginScan())
        table.table.scanned(names, modified: folderTime, at: start, took: .zero)
        return table
    }

    @Test("Only one scan runs at a time, and names that come meanwhile stay known")
    func scanning() {
        let table = Table()
        table.table.insert(1)
        #expect(table.verdict(on: 9, at: start) == .possibleAndScanDue)
        #expect(table.verdict(on: 9, at: start) == .possible)
        #expect(!table.beginScan())
        table.table.insert(2)
        table.table.insert(3)
        table.table.remove(3)
        table.table.scanned([1, 3, 4], modified: folderTime, at: start, took: .zero)
        #expect([1, 2, 4].allSatisfy { table.verdict(on: $0, at: start) == .possible })
        #expect(table.verdict(on: 3, at: start) == .absent)
    }

    @Test("A folder that changed is not believed until it is listed again")
    func changes() {
        let table = listed([1])
        let later = start.addingTimeInterval(0.25)
        #expect(table.verdict(on: 9, at: start.addingTimeInterval(0.24)) == .absent)
        #expect(table.verdict(on: 9, at: later) == .lookAtFolder)
        table.table.looked(modified: folderTime, at: later)
        #expect(table.verdict(on: 9, at: later) == .absent)
        table.table.looked(modified: FileTime(start), at: later)
        #expect(table.verdict(on: 9, at: later, clock: .now + .seconds(5)) == .possibleAndScanDue)
    }

    @Test("A scan that took long is not repeated soon")
    func pacing() {
        let table = Table()
        #expect(table.beginScan())
        table.table.scanned([], modified: nil, at: start, took: .seconds(1))
        #expect(table.verdict(on: 9, at: start, clock: .now + .seconds(9)) == .possible)
        #expect(table.verdict(on: 9, at: start, clock: .now + .seconds(11)) == .possibleAndScanDue)
    }

    @Test("A folder that could not be listed leaves the names as they are, unbelieved")
    func failedScan() {
        let table = listed([1])
        #expect(table.beginScan())
        table.table.scanned(nil, modified: nil, at: start, took: .zero)
        table.table.looked(modified: nil, at: start)
        #expect(table.verdict(on: 9, at: start) == .possible)
    }

    @Test("A late removal does not undo an addition")
    func lateRemoval() {
        let table = listed([])
        let seen = table.table.additions
        table.table.insert(1)
        table.table.forget(1, additions: seen)
        #expect(table.verdict(on: 1, at: start) == .possible)
        table.table.forget(1, additions: table.table.additions)
        #expect(table.verdict(on: 1, at: start) == .absent)
    }
}

internal import Foundation

/// Remembers which names a folder has, and for how long that can be believed.
///
/// A state machine without I/O: the owner looks at the folder when told to. Names are kept as 64-bit hashes; two
/// names with one hash cost a look at the file system, or once in ages a wrong "absent" that heals with the next
/// look at the folder.
struct NameTable: Sendable {
    /// What is known of a name.
    enum Verdict: Equatable {
        /// The folder does not have it.
        case absent
        /// The file system has to be asked.
        case possible
        /// Likewise, and the owner should list the folder in the background.
        case possibleAndScanDue
        /// The name is not known, but the folder should be looked at before that is believed.
        case lookAtFolder
    }

    /// Seconds for which an earlier look at the folder is good.
    static let lookInterval: TimeInterval = 0.25
    /// Seconds that a folder must have been unchanged before it is listed, for its modification time to tell of later
    /// changes: some file systems count in steps of two seconds.
    static let settlingTime: TimeInterval = 2

    private var names: Set<UInt64> = []
    /// The names added or removed while a scan runs, which may or may not have seen them.
    private var touched: Set<UInt64> = []
    private var isScanning = false
    private var nextScan = ContinuousClock.Instant.now
    /// The folder's modification time that the names belong to, nil while they cannot be trusted.
    private var listedAt: FileTime?
    private var lookedAt = Date.distantPast
    /// Counts additions, so that a late removal does not undo one.
    private(set) var additions = 0

    /// Whether the names are believed, until the next look at the folder says otherwise.
    var isListed: Bool { listedAt != nil }

    /// What is known of a name.
    mutating func verdict(on name: UInt64, at now: Date, clock: ContinuousClock.Instant = .now) -> Verdict {
        guard !names.contains(name) else { return .possible }
        guard listedAt != nil else {
            guard clock >= nextScan, beginScan() else { return .possible }
            return .possibleAndScanDue
        }
        let isRecent = abs(now.timeIntervalSince(lookedAt)) < Self.lookInterval
        return isRecent ? .absent : .lookAtFolder
    }

    /// Notes what a look at the folder showed.
    mutating func looked(modified: FileTime?, at now: Date) {
        if modified != nil, modified == listedAt { lookedAt = now } else { listedAt = nil }
    }

    /// Notes a new name, as soon as the file is in place.
    mutating func insert(_ name: UInt64) {
        names.insert(name)
        touched.insert(name)
        additions += 1
    }

    /// Notes that a name goes, just before the file does.
    mutating func remove(_ name: UInt64) {
        names.remove(name)
        touched.insert(name)
    }

    /// Notes that the file system did not have a name, unless names came since.
    mutating func forget(_ name: UInt64, additions seen: Int) {
        if additions == seen { remove(name) }
    }

    /// Trusts nothing until the next scan.
    mutating func reset() {
        names = []
        listedAt = nil
        nextScan = .now
    }

    /// Notes that a scan begins; false while another runs.
    mutating func beginScan() -> Bool {
        guard !isScanning else { return false }
        isScanning = true
        touched = []
        return true
    }

    /// Takes in what a scan found.
    /// - Parameters:
    ///   - found: All names; nil when the folder could not be listed.
    ///   - modified: The folder's modification time before the scan, nil when that is too recent to tell of changes.
    ///   - duration: How long it took. The next one waits ten times as long, so that scanning a large folder that
    ///     changes all the time takes a tenth of a core at most; meanwhile the file system is asked.
    mutating func scanned(_ found: Set<UInt64>?, modified: FileTime?, at now: Date, took duration: Duration) {
        isScanning = false
        nextScan =
            .now + max(duration * 10, modified == nil ? .seconds(Self.settlingTime) : .milliseconds(100))
        guard var found else { return }
        for name in touched {
            if names.contains(name) { found.insert(name) } else { found.remove(name) }
        }
        names = found
        listedAt = modified
        lookedAt = now
    }
}

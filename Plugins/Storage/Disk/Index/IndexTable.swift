internal import Foundation

/// Remembers which names a folder has and how many bytes they take, and for how long that can be believed.
///
/// A state machine without I/O: the owner looks at the folder when told to. Names are kept as 64-bit hashes; two
/// names with one hash cost a look at the file system, or once in ages a wrong "absent" that heals with the next
/// scan.
struct IndexTable: Sendable {
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

    /// What makes the names believed.
    enum Trust: Equatable {
        case none
        /// The kernel tells of every change.
        case watched
        /// The folder's modification time, which has to be the same still.
        case unchanged(since: FileTime)
    }

    /// Whether a value may be stored now.
    enum Room: Equatable {
        /// Yes, and the bytes are kept for it until `insert` or `release`.
        case granted
        /// Only after others were removed.
        case full
        /// Only after the folder was scanned: others, of whom nothing is heard, may have filled it.
        case unknown
    }

    private struct Entry {
        var size: Int
        /// Differs for each thing that was ever noted.
        var stamp: UInt32
    }

    /// Seconds for which an earlier look at the folder is good.
    static let lookInterval: TimeInterval = 0.25
    /// Seconds that a folder must have been unchanged before it is listed, for its modification time to tell of later
    /// changes: some file systems count in steps of two seconds.
    static let settlingTime: TimeInterval = 2

    private var entries: [UInt64: Entry] = [:]
    /// The names that came or went while a scan runs, which may or may not have seen them.
    private var touched: Set<UInt64> = []
    private var isScanning = false
    private var isScanStale = false
    private var nextScan = ContinuousClock.Instant.now
    private var trust = Trust.none
    private var lookedAt = Date.distantPast
    private var lastStamp: UInt32 = 0
    private var storedSinceScan = 0
    private var reserved = 0
    /// The bytes of all files that are ours, as far as is known.
    private(set) var total = 0

    /// Whether the names are believed.
    var isListed: Bool { trust != .none }

    /// Whether every change is heard of.
    var isWatched: Bool { trust == .watched }

    /// What is known of a name.
    mutating func verdict(on name: UInt64, at now: @autoclosure () -> Date) -> Verdict {
        guard entries[name] == nil else { return .possible }
        switch trust {
        case .watched: return .absent
        case .unchanged:
            return abs(now().timeIntervalSince(lookedAt)) < Self.lookInterval ? .absent : .lookAtFolder
        case .none: return .possible
        }
    }

    /// Whether the folder should be listed in the background, and a scan may begin.
    mutating func beginScanIfDue(clock: ContinuousClock.Instant = .now) -> Bool {
        trust == .none && clock >= nextScan && beginScan()
    }

    /// Notes what a look at the folder showed.
    mutating func looked(modified: FileTime?, at now: Date) {
        guard case .unchanged(let time) = trust else { return }
        if modified == time { lookedAt = now } else { trust = .none }
    }

    /// What a later `settle` of the name is compared with; nil while it is not known.
    func stamp(of name: UInt64) -> UInt32? { entries[name]?.stamp }

    /// Notes what the file system says of a name, unless something newer was noted since.
    /// - Parameter size: The bytes, 0 for a file that is not ours; nil where there is none.
    mutating func settle(_ name: UInt64, _ size: Int?, since stamp: UInt32?) {
        guard entries[name]?.stamp == stamp else { return }
        if let size { put(size, as: name) } else { remove(name) }
    }

    /// Notes a stored file as soon as it is in place, and gives back what was reserved for it.
    mutating func insert(_ name: UInt64, size: Int, reserved: Int = 0) {
        put(size, as: name)
        storedSinceScan += size
        release(reserved)
    }

    /// Notes that a name goes, just before the file does.
    /// - Returns: The bytes it had.
    @discardableResult
    mutating func remove(_ name: UInt64) -> Int {
        let size = entries.removeValue(forKey: name)?.size ?? 0
        total -= size
        if isScanning { touched.insert(name) }
        return size
    }

    private mutating func put(_ size: Int, as name: UInt64) {
        lastStamp &+= 1
        let old = entries.updateValue(Entry(size: size, stamp: lastStamp), forKey: name)
        total += size - (old?.size ?? 0)
        if isScanning { touched.insert(name) }
    }

    /// Asks for room for a file. The files, and those on their way, stay below the limit.
    mutating func reserve(_ size: Int, below limit: Int) -> Room {
        if trust != .watched, !isScanning, storedSinceScan >= limit / 8 { return .unknown }
        guard total + reserved + size < limit else { return .full }
        reserved += size
        return .granted
    }

    /// The bytes that may stay, so that a file of that size fits below the limit.
    func target(for size: Int, below limit: Int) -> Int { max(limit - 1 - size - reserved, 0) }

    /// Keeps bytes for a file though there is no room for it.
    mutating func reserveAnyway(_ size: Int) { reserved += size }

    /// Gives back reserved bytes.
    mutating func release(_ size: Int) { reserved -= size }

    /// Believes nothing until the next scan, and wants that soon.
    mutating func distrust() {
        trust = .none
        isScanStale = true
        nextScan = .now
    }

    /// Notes that the folder is a new one.
    mutating func reset() {
        distrust()
        entries = [:]
        total = 0
    }

    /// Notes that a scan begins; false while another runs.
    mutating func beginScan() -> Bool {
        guard !isScanning else { return false }
        isScanning = true
        isScanStale = false
        touched = []
        return true
    }

    /// Takes in what a scan found.
    /// - Parameters:
    ///   - found: All names and their bytes; nil when the folder could not be listed.
    ///   - newTrust: Why they can be believed from now on.
    ///   - duration: How long it took. The next one waits ten times as long, so that scanning a large folder that
    ///     changes all the time takes a tenth of a core at most; meanwhile the file system is asked.
    mutating func scanned(
        _ found: [UInt64: Int]?, trust newTrust: Trust, at now: Date, took duration: Duration
    ) {
        isScanning = false
        let pause = newTrust == .none ? Duration.seconds(Self.settlingTime) : .milliseconds(100)
        nextScan = isScanStale ? .now : .now + max(duration * 10, pause)
        guard let found else { return }
        storedSinceScan = 0
        var scanned = found.mapValues { Entry(size: $0, stamp: 0) }
        for name in touched { scanned[name] = entries[name] }
        touched = []
        entries = scanned
        total = scanned.values.reduce(0) { $0 + $1.size }
        trust = isScanStale ? .none : newTrust
        lookedAt = now
    }
}

internal import Foundation
internal import KingfisherCore
import Synchronization

/// Knows what a folder holds without asking: which names, and how many bytes.
///
/// The kernel tells of what this and every other process changes in the folder (inotify), usually within a few milliseconds.
/// Where it does not, on network file systems or when a user has too many watches, the folder's modification time is
/// looked at four times a second.
final class FolderIndex: Sendable {
    let folder: String
    private let now: @Sendable () -> Date
    private let table = Lock(IndexTable())
    private let watch = Lock<FolderWatch?>(nil)
    /// Lists the folder and makes room in it, one after the other.
    let scans = DispatchQueue(label: "kingfisher.disk-index", qos: .utility)
    /// Takes in what the kernel tells.
    private let news = DispatchQueue(label: "kingfisher.disk-news", qos: .utility)

    private let watches: Bool
    private let heard: @Sendable () -> Void

    /// - Parameters:
    ///   - watches: Whether the kernel is asked to tell.
    ///   - heard: Called when the kernel has told something, and it was taken in.
    init(
        folder: String, watches: Bool = true, now: @escaping @Sendable () -> Date,
        heard: @escaping @Sendable () -> Void = {}
    ) {
        self.folder = folder
        self.watches = watches
        self.now = now
        self.heard = heard
    }

    /// Whether a file is certainly not there, answered without any system call.
    func isSurelyAbsent(_ name: UInt64) -> Bool {
        verdict(on: name) == .absent
    }

    /// Whether the file system has to be asked for a file. Looks at the folder where that is needed for the answer.
    func mayContain(_ name: UInt64) -> Bool {
        var verdict = verdict(on: name)
        if verdict == .lookAtFolder {
            let (modified, now) = (try? FileStatus(ofPath: folder).modified, now())
            table.withLock { $0.looked(modified: modified, at: now) }
            verdict = self.verdict(on: name)
        }
        return verdict != .absent
    }

    private func verdict(on name: UInt64) -> IndexTable.Verdict {
        let now = now
        let (verdict, isScanDue) = table.withLock { table in
            let verdict = table.verdict(on: name, at: now())
            return (verdict, verdict == .possible && table.beginScanIfDue())
        }
        if isScanDue { scans.async { self.finishScan() } }
        return verdict
    }

    /// Whether misses are answered from memory.
    var isListed: Bool { table.withLock { $0.isListed } }

    /// Whether the kernel tells of changes, so that all are known.
    var isWatched: Bool { table.withLock { $0.isWatched } }

    /// The bytes of all files that are ours, as far as is known.
    var total: Int { table.withLock { $0.total } }

    /// Calls `body` with the table, for a moment.
    func withTable<Result: Sendable>(_ body: (inout IndexTable) -> Result) -> Result {
        table.withLock { body(&$0) }
    }

    /// Looks at a file and notes what is there.
    func settle(_ name: String) {
        let hash = NameHash.of(name)
        let stamp = table.withLock { $0.stamp(of: hash) }
        let size = size(of: name)
        table.withLock { $0.settle(hash, size, since: stamp) }
    }

    /// The bytes of a file, 0 where it is not ours, nil where there is nothing.
    private func size(of name: String) -> Int? {
        guard let status = try? FileStatus(ofPath: "\(folder)/\(name)") else { return nil }
        return status.isRegular && EntryFile.isOurs(name, in: folder) ? status.size : 0
    }

    /// Takes in what other processes have done until now.
    func catchUp() {
        news.sync { takeInNews() }
    }

    private func takeInNews() {
        guard let watch = watch.withLock({ $0 }) else { return }
        let news = watch.news()
        news.names.forEach(settle)
        guard news.isIncomplete else { return }
        table.withLock { $0.distrust() }
        if news.isOver { self.watch.withLock { $0 = nil } }
        scans.async { self.scanIfDistrusted() }
    }

    private func scanIfDistrusted() {
        if table.withLock({ $0.beginScanIfDue() }) { finishScan() }
    }

    /// Lists the folder now, unless that is being done. Takes a few seconds for a million files.
    func scan() {
        if table.withLock({ $0.beginScan() }) { finishScan() }
    }

    private func finishScan() {
        let start = ContinuousClock.now
        // Before the listing, which then misses nothing that the kernel will not tell.
        let isWatched = startWatching()
        // The file system's clock, not the injected one: it is compared with the folder's time.
        let settled = FileTime(Date().addingTimeInterval(-IndexTable.settlingTime))
        let modified = try? FileStatus(ofPath: folder).modified
        let found = try? sizes()
        var trust = IndexTable.Trust.none
        if let modified, modified < settled { trust = .unchanged(since: modified) }
        if isWatched { trust = .watched }
        let (now, duration) = (now(), ContinuousClock.now - start)
        table.withLock { $0.scanned(found, trust: trust, at: now, took: duration) }
    }

    private func startWatching() -> Bool {
        guard watches else { return false }
        if watch.withLock({ $0 != nil }) { return true }
        let started = FolderWatch.start(folder) { [weak self] in
            self?.catchUp()
            self?.heard()
        }
        watch.withLock { $0 = started }
        return started != nil
    }

    private func sizes() throws -> [UInt64: Int] {
        var sizes: [UInt64: Int] = [:]
        try FolderListing.forEachEntry(in: folder) { name, descriptor in
            guard name.first != UInt8(ascii: ".") else { return }
            let text = String(decoding: name, as: UTF8.self)
            let status = try? FileStatus(ofPath: text, in: descriptor)
            guard let status else { return }
            sizes[NameHash.of(name)] =
                status.isRegular && EntryFile.isOurs(text, in: folder) ? status.size : 0
        }
        return sizes
    }
}

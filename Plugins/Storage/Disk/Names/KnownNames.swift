internal import Foundation
internal import KingfisherCore
import Synchronization

/// Answers most questions for files that are not there without touching the file system.
///
/// A file that another process writes is found within a quarter of a second, where the folder's modification time
/// tells of it at once: on every local file system.
final class KnownNames: Sendable {
    private static let queue = DispatchQueue(label: "kingfisher.disk-names", qos: .utility)

    private let folder: String
    private let now: @Sendable () -> Date
    private let table = Lock(NameTable())

    init(folder: String, now: @escaping @Sendable () -> Date) {
        self.folder = folder
        self.now = now
    }

    /// Whether a file is certainly not there, answered without any system call.
    func isSurelyAbsent(_ name: String) -> Bool {
        let (hash, now) = (Self.hash(name), now())
        let verdict = table.withLock { $0.verdict(on: hash, at: now) }
        if verdict == .possibleAndScanDue { scanInBackground() }
        return verdict == .absent
    }

    /// Whether the file system has to be asked for a file. Looks at the folder from time to time.
    func mayContain(_ name: String) -> Bool {
        let (hash, now) = (Self.hash(name), now())
        var verdict = table.withLock { $0.verdict(on: hash, at: now) }
        if verdict == .lookAtFolder {
            let modified = try? FileStatus(ofPath: folder).modified
            verdict = table.withLock { table in
                table.looked(modified: modified, at: now)
                return table.verdict(on: hash, at: now)
            }
        }
        if verdict == .possibleAndScanDue { scanInBackground() }
        return verdict != .absent
    }

    /// Whether misses are answered from memory.
    var isListed: Bool { table.withLock { $0.isListed } }

    /// Counts additions; taken before a look at the file system and handed to `forget`.
    var additions: Int { table.withLock { $0.additions } }

    func insert(_ name: String) {
        let hash = Self.hash(name)
        table.withLock { $0.insert(hash) }
    }

    func remove(_ name: String) {
        let hash = Self.hash(name)
        table.withLock { $0.remove(hash) }
    }

    func forget(_ name: String, additions: Int) {
        let hash = Self.hash(name)
        table.withLock { $0.forget(hash, additions: additions) }
    }

    func reset() {
        table.withLock { $0.reset() }
    }

    /// Lists the folder now, unless that is being done. Takes about a second for a million files.
    func scan() {
        let isDue = table.withLock { $0.beginScan() }
        if isDue { finishScan() }
    }

    private func scanInBackground() {
        Self.queue.async { self.finishScan() }
    }

    private func finishScan() {
        let start = ContinuousClock.now
        // The file system's clock, not the injected one: it is compared with the folder's time.
        let settled = FileTime(Date().addingTimeInterval(-NameTable.settlingTime))
        let modified = try? FileStatus(ofPath: folder).modified
        let found = try? hashes()
        let trusted = modified.flatMap { $0 < settled ? $0 : nil }
        let (now, duration) = (now(), ContinuousClock.now - start)
        table.withLock { $0.scanned(found, modified: trusted, at: now, took: duration) }
    }

    private func hashes() throws -> Set<UInt64> {
        var hashes: Set<UInt64> = []
        try FolderListing.forEachEntry(in: folder) { name, _ in
            if name.first != UInt8(ascii: ".") { hashes.insert(Self.hash(name)) }
        }
        return hashes
    }

    private static func hash(_ name: String) -> UInt64 {
        var name = name
        return name.withUTF8 { hash($0) }
    }

    /// FNV-1a, 64 bits.
    private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
        name.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}

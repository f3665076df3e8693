import Foundation
import KingfisherCore
import KingfisherDiskStorage

/// What `kf cache` prints, in words or as JSON.
struct CacheReport {
    let console: Console
    let printsJSON: Bool

    func path(_ path: String) {
        say(path) { $0.add("path", path) }
    }

    /// One line an entry, the one used last first.
    func list(_ entries: [DiskStorage.Entry]) {
        let now = Date()
        for entry in entries.sorted(by: { $0.lastAccess > $1.lastAccess }) where !console.isOutputLost {
            let kind = entry.kind == .original ? "original" : "processed"
            let expiry = entry.expiry.map(Self.text)
            let mark = entry.isExpired(at: now) ? " expired" : ""
            let words = Table.row(
                [
                    kind, "\(entry.byteCount) bytes", "used \(Self.text(entry.lastAccess))",
                    expiry.map { "expires \($0)" } ?? "never expires", Console.printable(entry.key) + mark,
                ], widths: [9, 15, 25, 28, 0])
            say(words) { line in
                line.add("key", entry.key)
                line.add("kind", kind)
                line.add("bytes", entry.byteCount)
                line.add("file", entry.fileURL.lastPathComponent)
                line.add("expiry", expiry)
                line.add("expired", entry.isExpired(at: now))
                line.add("lastAccess", Self.text(entry.lastAccess))
            }
        }
    }

    func statistics(_ entries: [DiskStorage.Entry], path: String) {
        let now = Date()
        let bytes = entries.reduce(0) { $0 + $1.byteCount }
        let expired = entries.count { $0.isExpired(at: now) }
        let originals = entries.count { $0.kind == .original }
        say("\(Self.count(entries.count)), \(bytes) bytes, \(expired) expired, in \(path)") { line in
            line.add("path", path)
            line.add("entries", entries.count)
            line.add("bytes", bytes)
            line.add("originals", originals)
            line.add("processed", entries.count - originals)
            line.add("expired", expired)
        }
    }

    func removed(_ count: Int) {
        say("\(Self.count(count)) removed") { $0.add("removed", count) }
    }

    /// A line a damaged file, then the sum.
    func verified(_ entries: [DiskStorage.Entry], damaged: [DiskStorage.DamagedFile]) {
        for file in damaged {
            let name = file.fileURL.lastPathComponent
            say("damaged: \(name): \(file.reason)") { line in
                line.add("file", name)
                line.add("reason", file.reason)
            }
        }
        // A file may be damaged and still have a trailer that can be read.
        let files = Set(entries.map(\.fileURL)).union(damaged.map(\.fileURL)).count
        say("\(Self.count(files)) checked, \(damaged.count) damaged") { line in
            line.add("checked", files)
            line.add("damaged", damaged.count)
        }
    }

    private func say(_ words: String, _ fill: (inout JSONLine) -> Void) {
        guard printsJSON else { return console.result(words) }
        var line = JSONLine()
        fill(&line)
        console.result(line.text)
    }

    private static func count(_ number: Int) -> String { number == 1 ? "1 entry" : "\(number) entries" }

    private static func text(_ date: Date) -> String { date.formatted(.iso8601) }
}

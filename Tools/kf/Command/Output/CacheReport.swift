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

    /// One line an entry.
    func list(_ entries: [DiskStorage.Entry]) {
        let now = Date()
        for entry in entries where !console.isOutputLost {
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

    /// A line with the sum, and where there is something, one for each kind and age.
    func statistics(_ statistics: CacheStatistics, path: String) {
        let all = statistics.all
        if !printsJSON {
            console.result("\(all.words), \(statistics.expired.count) expired, in \(path)")
            guard all.count > 0 else { return }
            for (name, share) in statistics.kinds + statistics.ages {
                console.result(Table.row([name, share.words], widths: [27, 0]))
            }
            return
        }
        say("") { line in
            line.add("path", path)
            line.add("entries", all.count)
            line.add("bytes", all.bytes)
            line.add("originals", statistics.originals.count)
            line.add("processed", statistics.processed.count)
            line.add("expired", statistics.expired.count)
            line.add("originalBytes", statistics.originals.bytes)
            line.add("processedBytes", statistics.processed.bytes)
            line.add(
                "ages",
                .list(
                    statistics.ages.map { age in
                        var line = JSONLine()
                        line.add("used", age.name)
                        line.add("entries", age.share.count)
                        line.add("bytes", age.share.bytes)
                        return .object(line)
                    }))
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

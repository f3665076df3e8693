import Foundation
import KingfisherCore
import KingfisherDiskStorage

/// How many entries a cache has, and of what sort.
struct CacheStatistics {
    /// Some of the entries.
    struct Share: Equatable {
        var count = 0
        var bytes = 0

        init(_ entries: some Sequence<DiskStorage.Entry>) {
            for entry in entries {
                count += 1
                bytes += entry.byteCount
            }
        }

        var words: String { "\(count == 1 ? "1 entry" : "\(count) entries"), \(bytes) bytes" }
    }

    let all: Share
    let originals: Share
    let processed: Share
    let expired: Share
    /// By the last use, the most recent first; each entry is in one of them.
    let ages: [(name: String, share: Share)]

    var kinds: [(name: String, share: Share)] { [("originals", originals), ("processed", processed)] }

    init(_ entries: [DiskStorage.Entry], at now: Date = Date()) {
        all = Share(entries)
        originals = Share(entries.lazy.filter { $0.kind == .original })
        processed = Share(entries.lazy.filter { $0.kind != .original })
        expired = Share(entries.lazy.filter { $0.isExpired(at: now) })
        let hour = 3600.0
        let limits = [
            ("within the last hour", hour), ("within the last day", 24 * hour),
            ("within the last week", 7 * 24 * hour), ("earlier", Double.infinity),
        ]
        var youngest = -Double.infinity
        ages = limits.map { name, oldest in
            defer { youngest = oldest }
            return (
                "used \(name)",
                Share(
                    entries.lazy.filter { (youngest..<oldest).contains(now.timeIntervalSince($0.lastAccess)) }
                )
            )
        }
    }
}

extension [DiskStorage.Entry] {
    /// What one looks for first: the last used, the largest, originals, what expires soonest, keys by their letters.
    func sorted(by order: CacheCommand.Order, reversed: Bool) -> Self {
        let sorted = sorted { one, other in
            switch order {
            case .used: one.lastAccess > other.lastAccess
            case .size: (other.byteCount, one.key) < (one.byteCount, other.key)
            case .kind: (one.kind.rawValue, one.key) < (other.kind.rawValue, other.key)
            case .expiry:
                (one.expiry ?? .distantFuture, one.key) < (other.expiry ?? .distantFuture, other.key)
            case .key: one.key < other.key
            }
        }
        return reversed ? sorted.reversed() : sorted
    }
}

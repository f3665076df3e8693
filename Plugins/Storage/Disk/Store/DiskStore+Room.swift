internal import Foundation
internal import KingfisherCore

extension DiskStore {
    /// Removes the files read longest ago down to the low mark, where the limit is reached.
    /// - Returns: The names of the removed values, those read longest ago first.
    func removeSizeExceeded() throws -> [String] {
        let config = config
        let limit = Int(clamping: config.sizeLimit)
        guard limit > 0 else { return [] }
        return try index.scans.sync {
            index.catchUp()
            if !index.isWatched { index.scan() }
            return index.total < limit ? [] : try trim(to: config.lowMark(below: limit))
        }
    }

    /// Makes room for a file before it is stored, so that the folder never grows beyond the limit.
    ///
    /// Others may have checked at the same moment; what they write then, one file each, may come on top.
    /// - Returns: The bytes that are reserved, for `IndexTable.insert` or `release`.
    func makeRoom(for size: Int, below limit: Int) -> Int {
        index.catchUp()
        guard index.withTable({ $0.reserve(size, below: limit) }) != .granted else { return size }
        let lowMark = config.lowMark(below: limit)
        // One after the other: whoever waited most likely finds that there is room now.
        index.scans.sync {
            index.catchUp()
            var room = index.withTable { $0.reserve(size, below: limit) }
            if room == .unknown {
                index.scan()
                room = index.withTable { $0.reserve(size, below: limit) }
            }
            guard room != .granted else { return }
            let target = index.withTable { min($0.target(for: size, below: limit), lowMark) }
            // Where files cannot be removed, storing fails as well, or the next one tries again.
            _ = try? trim(to: target)
            // Files went of which nothing was heard.
            if index.total > target { index.scan() }
            index.withTable { $0.reserveAnyway(size) }
        }
        return size
    }

    /// Removes the files read longest ago until so many bytes are left. Called on the queue for scans.
    private func trim(to target: Int) throws -> [String] {
        let victims = try oldest(downTo: target)
        var removed: [(accessed: FileTime, name: String)] = []
        var firstFailure: SystemFailure?
        try listFiles { name, status in
            guard victims[NameHash.of(name)] == status.accessed else { return }
            do throws(SystemFailure) {
                if try remove(name, judgedBy: status) { removed.append((status.accessed, name)) }
            } catch {
                firstFailure = firstFailure ?? error
            }
        }
        if let firstFailure, removed.isEmpty { throw PluginError.writing(folder, firstFailure) }
        return removed.sorted { ($0.accessed, $0.name) < ($1.accessed, $1.name) }.map(\.name)
    }

    /// The files that go, and when they were last read: of two million files no more is kept than these numbers.
    private func oldest(downTo target: Int) throws -> [UInt64: FileTime] {
        struct File {
            let name: UInt64
            let accessed: FileTime
            let size: Int
        }
        var files: [File] = []
        try listFiles { name, status in
            guard EntryFile.isOurs(name, in: folder) else { return }
            files.append(File(name: NameHash.of(name), accessed: status.accessed, size: status.size))
        }
        files.sort { ($0.accessed, $0.name) < ($1.accessed, $1.name) }
        var excess = files.reduce(-target) { $0 + $1.size }
        let victims = files.prefix { file in
            guard excess > 0 else { return false }
            excess -= file.size
            return true
        }
        return Dictionary(victims.map { ($0.name, $0.accessed) }, uniquingKeysWith: { one, _ in one })
    }
}

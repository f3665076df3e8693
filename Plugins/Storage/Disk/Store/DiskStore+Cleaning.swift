internal import Foundation
internal import Glibc
internal import KingfisherCore
internal import Synchronization

extension DiskStore {
    /// A file that may go.
    private struct Candidate {
        let name: String
        let status: FileStatus
    }

    /// Removes expired and unreadable files, and what dead writers left.
    /// - Returns: The names of the removed values.
    func removeExpired() throws -> [String] {
        let now = FileTime(now())
        TemporaryFile.removeAbandoned(in: folder, now: now)
        var expired: [Candidate] = []
        let soon = FileTime(now.date.addingTimeInterval(Self.clockTolerance))
        try listFiles { name, status in
            if status.accessed > soon { rebase(name, at: now) }
            guard status.modified <= now, isExpired(name) else { return }
            expired.append(Candidate(name: name, status: status))
        }
        return try remove(expired).map(\.name)
    }

    /// Removes every value; leaves what is not ours.
    func removeAll() throws {
        TemporaryFile.removeAbandoned(in: folder, now: FileTime(now()))
        var firstFailure: SystemFailure?
        try listFiles { name, _ in
            guard EntryFile.isOurs(name, in: folder) else { return }
            let hash = NameHash.of(name)
            index.withTable { _ = $0.remove(hash) }
            guard unlink(path(name)) != 0, errno != ENOENT else { return }
            firstFailure = firstFailure ?? .last
            index.settle(name)
        }
        if let firstFailure { throw PluginError.writing(folder, firstFailure) }
    }

    /// Removes a source's original and all that was made of it. Reads every file's trailer.
    /// - Returns: The names of the removed values.
    func removeVariants(of cacheKey: String) throws -> [String] {
        let group = SHA256.digest(of: cacheKey)
        var variants: [Candidate] = []
        try listFiles { name, status in
            guard let file = try? EntryFile.open(path(name)), let trailer = try? file.trailer(),
                trailer.groupDigest == group
            else { return }
            variants.append(Candidate(name: name, status: status))
        }
        return try remove(variants).map(\.name)
    }

    /// Removes a file, unless it is another than the one that was judged: somebody may have stored a new value since.
    /// - Returns: Whether it was removed.
    func remove(_ name: String, judgedBy judged: FileStatus) throws(SystemFailure) -> Bool {
        let aside = path(TemporaryFile.unusedName())
        let hash = NameHash.of(name)
        index.withTable { _ = $0.remove(hash) }
        do throws(SystemFailure) {
            // Taken aside first, because between a look at a file and its removal another could take its place.
            try SystemFailure.check { rename(path(name), aside) }
        } catch let failure where failure.code == ENOENT {
            return false
        } catch {
            index.settle(name)
            throw error
        }
        let isJudged = (try? FileStatus(ofPath: aside))?.isSameFile(as: judged) ?? false
        // Back in its place, unless a newer one is there by now.
        if !isJudged, link(aside, path(name)) == 0 || errno == EEXIST { index.settle(name) }
        unlink(aside)
        return isJudged
    }

    /// Calls `body` with each visible regular file, ours or not.
    func listFiles(_ body: (String, FileStatus) throws -> Void) throws {
        do {
            try FolderListing.forEachFile(in: folder, body)
        } catch let failure as SystemFailure {
            throw PluginError.reading(folder, failure)
        }
    }

    /// Seconds by which the clocks of those who share a folder may differ.
    private static let clockTolerance: TimeInterval = 3600

    /// Shortens the life of a file that was used in what is now the future: the clock has been set back since, and it
    /// would live longer by as much.
    private func rebase(_ name: String, at now: FileTime) {
        guard EntryFile.isOurs(name, in: folder), let file = try? EntryFile.open(path(name)),
            let trailer = try? file.trailer()
        else { return }
        let renewed = EntryExpiry.extended(trailer.lifetime, by: .cacheTime, at: now.date)
        file.touch(accessed: now, modified: renewed.map { min($0, file.status.modified) })
    }

    /// Whether a file whose modification time is past is an expired or broken one of ours.
    private func isExpired(_ name: String) -> Bool {
        guard EntryFile.isOurs(name, in: folder), let file = try? EntryFile.open(path(name)) else {
            return false
        }
        do {
            return try file.trailer().lifetime != .never
        } catch {
            return error is Damage
        }
    }

    /// Removes files, passing over those that cannot be removed.
    /// - Returns: Those that were.
    /// - Throws: The first failure, where it left nothing removed.
    private func remove(_ candidates: [Candidate]) throws -> [Candidate] {
        var firstFailure: SystemFailure?
        let removed = candidates.filter { candidate in
            do throws(SystemFailure) {
                return try remove(candidate.name, judgedBy: candidate.status)
            } catch {
                firstFailure = firstFailure ?? error
                return false
            }
        }
        if let firstFailure, removed.isEmpty { throw PluginError.writing(folder, firstFailure) }
        return removed
    }
}

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
        try listFiles { name, status in
            guard status.modified <= now, isExpired(name) else { return }
            expired.append(Candidate(name: name, status: status))
        }
        return try remove(expired).map(\.name)
    }

    /// Removes the files read longest ago until half the limit is left, where the limit is reached.
    /// - Returns: The names of the removed values.
    func removeSizeExceeded() throws -> [String] {
        let limit = Int(clamping: config.sizeLimit)
        return limit > 0 ? try trim(to: limit) : []
    }

    /// Removes every value; leaves what is not ours.
    func removeAll() throws {
        TemporaryFile.removeAbandoned(in: folder, now: FileTime(now()))
        var firstFailure: SystemFailure?
        try listFiles { name, _ in
            guard isOurs(name) else { return }
            names.remove(name)
            guard unlink(path(name)) != 0, errno != ENOENT else { return }
            firstFailure = firstFailure ?? .last
            names.insert(name)
        }
        ledger.withLock { $0.measured(nil) }
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

    /// Measures the folder, and makes room where the limit is reached.
    func trim(to limit: Int) throws -> [String] {
        var total: Int?
        defer { ledger.withLock { $0.measured(total) } }
        var files: [Candidate] = []
        try listFiles { name, status in
            if isOurs(name) { files.append(Candidate(name: name, status: status)) }
        }
        let measured = files.reduce(0) { $0 + $1.status.size }
        total = measured
        guard measured >= limit else { return [] }
        files.sort { ($0.status.accessed, $0.name) < ($1.status.accessed, $1.name) }
        var excess = measured - limit / 2
        let victims = files.prefix { file in
            guard excess > 0 else { return false }
            excess -= file.status.size
            return true
        }
        let removed = try remove(Array(victims))
        total = removed.reduce(measured) { $0 - $1.status.size }
        return removed.map(\.name)
    }

    /// Removes a file, unless it is another than the one that was judged: somebody may have stored a new value since.
    /// - Returns: Whether it was removed.
    func remove(_ name: String, judgedBy judged: FileStatus) throws(SystemFailure) -> Bool {
        let aside = path(TemporaryFile.unusedName())
        names.remove(name)
        do throws(SystemFailure) {
            // Taken aside first, because between a look at a file and its removal another could take its place.
            try SystemFailure.check { rename(path(name), aside) }
        } catch let failure where failure.code == ENOENT {
            return false
        } catch {
            names.insert(name)
            throw error
        }
        let isJudged = (try? FileStatus(ofPath: aside))?.isSameFile(as: judged) ?? false
        // Back in its place, unless a newer one is there by now.
        if !isJudged, link(aside, path(name)) == 0 || errno == EEXIST { names.insert(name) }
        unlink(aside)
        if isJudged { ledger.withLock { $0.removed(judged.size) } }
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

    /// Whether this storage wrote a file. A hashed name is enough, so that torn files count.
    func isOurs(_ name: String) -> Bool {
        if FileNaming.isHashed(name) { return true }
        guard let file = try? EntryFile.open(path(name)) else { return false }
        return file.hasTrailer
    }

    /// Whether a file whose modification time is past is an expired or broken one of ours.
    private func isExpired(_ name: String) -> Bool {
        guard isOurs(name), let file = try? EntryFile.open(path(name)) else { return false }
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

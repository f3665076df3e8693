internal import Foundation
internal import KingfisherCore

extension DiskStore {
    /// Whether a value is there that has not expired at a moment.
    func contains(_ address: Address, at moment: Date) -> Bool {
        guard index.mayContain(address.hash),
            let status = try? FileStatus(ofPath: path(address.name)), status.isRegular
        else { return false }
        if status.modified > FileTime(moment) { return true }
        guard let file = try? EntryFile.open(path(address.name)) else { return false }
        return (try? file.trailer())?.lifetime == .never
    }

    /// Reads a value; nil where there is none, or where it has expired or is damaged and is therefore removed.
    func read(_ address: Address, extending: ExpirationExtending) throws -> StoredData? {
        let hash = address.hash
        guard index.mayContain(hash) else { return nil }
        let stamp = index.withTable { $0.stamp(of: hash) }
        let name = address.name
        let path = path(name)
        do {
            guard let file = try EntryFile.open(path) else {
                index.withTable { $0.settle(hash, nil, since: stamp) }
                return nil
            }
            do {
                return try read(address, from: file, extending: extending)
            } catch is Damage {
                _ = try? remove(name, judgedBy: file.status)
                return nil
            }
        } catch let failure as SystemFailure {
            throw PluginError.reading(path, failure)
        }
    }

    private func read(
        _ address: Address, from file: borrowing EntryFile, extending: ExpirationExtending
    ) throws -> StoredData? {
        let now = now()
        let (trailer, payload) = try file.contents(
            mapsFrom: config.mapsValuesFrom.map { Int(clamping: $0) } ?? .max)
        guard trailer.keyDigest == address.digest else { throw Damage("it belongs to another key") }
        guard trailer.lifetime == .never || file.status.modified > FileTime(now) else {
            _ = try? remove(address.name, judgedBy: file.status)
            return nil
        }
        extend(address, trailer, payload, of: file, by: extending, at: now)
        return StoredData(payload, kind: trailer.kind, validators: trailer.validators)
    }

    private func extend(
        _ address: Address, _ trailer: Trailer, _ payload: Data, of file: borrowing EntryFile,
        by extending: ExpirationExtending, at now: Date
    ) {
        if case .expirationTime(let expiration) = extending, trailer.lifetime == .never {
            let expiry = EntryExpiry(expiration, from: now)
            guard expiry.lifetime != .never else { return file.touch(accessed: FileTime(now), modified: nil) }
            // The trailer's "never" would win over the file's time, so the file is written anew.
            var shortened = trailer
            shortened.lifetime = expiry.lifetime
            shortened.storedExpiry = expiry.milliseconds
            _ = try? write(payload, shortened.encoded(), at: address, expiry: expiry.time, overwriting: true)
            return
        }
        let modified = EntryExpiry.extended(trailer.lifetime, by: extending, at: now)
        if Self.isWorthNoting(modified, in: file.status, at: now) {
            file.touch(accessed: FileTime(now), modified: modified)
        }
    }

    /// Whether a read changes a file's times enough to write them: by a second, or a hundredth of the lifetime. A value
    /// that is read again and again need not be written to each time.
    private static func isWorthNoting(_ expiry: FileTime?, in status: FileStatus, at now: Date) -> Bool {
        let sinceAccess = now.timeIntervalSince(status.accessed.date)
        guard (0..<1).contains(sinceAccess) else { return true }
        guard let expiry else { return false }
        let (gain, left) = (
            expiry.date.timeIntervalSince(status.modified.date), expiry.date.timeIntervalSince(now)
        )
        return gain < 0 || gain > min(1, left / 100)
    }
}

internal import Foundation
internal import Glibc
internal import KingfisherCore
internal import Synchronization

extension DiskStore {
    /// Stores a value in place of an older one.
    /// - Parameters:
    ///   - cacheKey: The key without the processor, which all variants of an image share.
    ///   - overwriting: Whether an older value is replaced; otherwise its being there is an error.
    func store(
        _ value: StoredData, at address: Address, cacheKey: String, expiration: StorageExpiration?,
        overwriting: Bool = true
    ) throws {
        let (config, now) = (config, now())
        let expiry = EntryExpiry(expiration ?? config.expiration, from: now)
        guard !expiry.isOver(at: now) else { return try remove(address) }
        let trailer = Trailer(
            kind: value.kind, lifetime: expiry.lifetime,
            storedExpiry: Int64(expiry.time.date.timeIntervalSince1970 * 1000), keyDigest: address.digest,
            groupDigest: cacheKey == address.key ? address.digest : SHA256.digest(of: cacheKey),
            key: address.key,
            validators: value.validators, payloadLength: value.data.count,
            payloadChecksum: value.data.withUnsafeBytes { CRC32C.checksum(of: $0) })
        do {
            let limit = Int(clamping: config.sizeLimit)
            if limit > 0, value.data.count >= limit { return try remove(address) }
            let old = limit > 0 ? (try? FileStatus(ofPath: path(address.name)).size) ?? 0 : 0
            let size = try write(
                value.data, trailer, as: address.name, expiry: expiry.time, overwriting: overwriting)
            if limit > 0 { keepLimit(limit, stored: size, replacing: old) }
        } catch let failure as SystemFailure {
            throw PluginError.writing(folder, failure)
        }
    }

    /// Removes a value; succeeds where there is none.
    func remove(_ address: Address) throws {
        let path = path(address.name)
        let size = config.sizeLimit > 0 ? (try? FileStatus(ofPath: path).size) ?? 0 : 0
        names.remove(address.name)
        do throws(SystemFailure) {
            try SystemFailure.check { unlink(path) }
            ledger.withLock { $0.removed(size) }
        } catch let failure where failure.code == ENOENT || failure.code == ENOTDIR {
            return
        } catch {
            names.insert(address.name)
            throw PluginError.writing(folder, error)
        }
    }

    /// Writes a file and gives it its name.
    /// - Returns: Its size.
    @discardableResult
    func write(
        _ payload: Data, _ trailer: Trailer, as name: String, expiry: FileTime, overwriting: Bool
    ) throws(SystemFailure) -> Int {
        let end = trailer.encoded()
        do throws(SystemFailure) {
            try put(payload, end, as: name, expiry: expiry, overwriting: overwriting)
        } catch let failure where failure.code == ENOENT {
            // Somebody removed the folder.
            try CacheFolder.make(folder)
            names.reset()
            try put(payload, end, as: name, expiry: expiry, overwriting: overwriting)
        }
        names.insert(name)
        return payload.count + end.count
    }

    private func put(
        _ payload: Data, _ end: [UInt8], as name: String, expiry: FileTime, overwriting: Bool
    ) throws(SystemFailure) {
        let file = try TemporaryFile.create(in: folder)
        try file.write(payload.bytes)
        try file.write(end.span.bytes)
        try file.setTimes(accessed: FileTime(now()), modified: expiry)
        try file.put(at: path(name), overwriting: overwriting)
    }

    private func keepLimit(_ limit: Int, stored size: Int, replacing old: Int) {
        let isMeasuring = ledger.withLock { $0.stored(size, replacing: old, limit: limit) }
        // The value is stored; that room could not be made is found again by the next store.
        if isMeasuring { _ = try? trim(to: limit) }
    }
}

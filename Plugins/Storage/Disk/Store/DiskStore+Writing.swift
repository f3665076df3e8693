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
            storedExpiry: expiry.milliseconds, keyDigest: address.digest,
            groupDigest: cacheKey == address.key ? address.digest : SHA256.digest(of: cacheKey),
            key: address.key,
            validators: value.validators, payloadLength: value.data.count,
            payloadChecksum: value.data.withUnsafeBytes { CRC32C.checksum(of: $0) })
        let end = trailer.encoded()
        let size = value.data.count + end.count
        let limit = Int(clamping: config.sizeLimit)
        if limit > 0, size >= limit { return try remove(address) }
        let reserved = limit > 0 ? makeRoom(for: size, below: limit) : 0
        do {
            try write(value.data, end, at: address, expiry: expiry.time, overwriting: overwriting)
            index.withTable { $0.insert(address.hash, size: size, reserved: reserved) }
        } catch {
            index.withTable { $0.release(reserved) }
            throw Self.failure(error, storing: address, in: folder)
        }
    }

    private static func failure(_ failure: SystemFailure, storing address: Address, in folder: String)
        -> PluginError
    {
        guard failure.code == EEXIST else { return .writing(folder, failure) }
        return PluginError(
            .ioFailed, pluginID: PluginError.diskID,
            message: "A value for \(address.key) is already in the cache; remove it, or allow overwriting."
        )
    }

    /// Removes a value; succeeds where there is none.
    func remove(_ address: Address) throws {
        let (name, hash) = (address.name, address.hash)
        let path = path(name)
        index.withTable { _ = $0.remove(hash) }
        do throws(SystemFailure) {
            try SystemFailure.check { unlink(path) }
        } catch let failure where failure.code == ENOENT || failure.code == ENOTDIR {
            return
        } catch {
            index.settle(name)
            throw PluginError.writing(folder, error)
        }
    }

    /// Writes a file and gives it its name. The caller tells the index.
    func write(
        _ payload: Data, _ end: [UInt8], at address: Address, expiry: FileTime, overwriting: Bool
    ) throws(SystemFailure) {
        let path = path(address.name)
        do throws(SystemFailure) {
            try put(payload, end, at: path, expiry: expiry, overwriting: overwriting)
        } catch let failure where failure.code == ENOENT {
            // Somebody removed the folder.
            try CacheFolder.make(folder)
            index.withTable { $0.reset() }
            try put(payload, end, at: path, expiry: expiry, overwriting: overwriting)
        }
    }

    private func put(
        _ payload: Data, _ end: [UInt8], at path: String, expiry: FileTime, overwriting: Bool
    ) throws(SystemFailure) {
        let file = try TemporaryFile.create(in: folder)
        try file.write(payload.bytes, end.span.bytes)
        try file.setTimes(accessed: FileTime(now()), modified: expiry)
        try file.put(at: path, overwriting: overwriting)
    }
}

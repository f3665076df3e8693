internal import Foundation
internal import KingfisherCore

extension DiskStore {
    /// What lies in the folder and can be read, in the order of its names. Reads every file's trailer.
    func entries(looked: (String) -> Void) throws -> [DiskStorage.Entry] {
        var entries: [DiskStorage.Entry] = []
        try listFiles { name, _ in
            defer { looked(name) }
            guard let file = try? EntryFile.open(path(name)), let trailer = try? file.trailer() else {
                return
            }
            entries.append(DiskStorage.Entry(trailer, status: file.status, fileURL: url(name)))
        }
        return entries.sorted { $0.fileURL.lastPathComponent < $1.fileURL.lastPathComponent }
    }

    /// Reads every file wholly and compares its checksums.
    func verify(removingDamaged: Bool, looked: (String) -> Void) throws -> [DiskStorage.DamagedFile] {
        var damaged: [DiskStorage.DamagedFile] = []
        try listFiles { name, _ in
            defer { looked(name) }
            guard EntryFile.isOurs(name, in: folder), let file = try? EntryFile.open(path(name)) else {
                return
            }
            let reason: String
            do {
                let trailer = try file.contents(mapsFrom: .max).trailer
                guard trailer.keyDigest.hexadecimal == name.prefix(64) || !FileNaming.isHashed(name) else {
                    throw Damage("it belongs to another key")
                }
                return
            } catch let damage as Damage {
                reason = damage.reason
            } catch let failure as SystemFailure {
                throw PluginError.reading(path(name), failure)
            }
            if removingDamaged {
                do {
                    _ = try remove(name, judgedBy: file.status)
                } catch let failure as SystemFailure {
                    throw PluginError.writing(folder, failure)
                }
            }
            damaged.append(DiskStorage.DamagedFile(fileURL: url(name), reason: reason))
        }
        return damaged.sorted { $0.fileURL.lastPathComponent < $1.fileURL.lastPathComponent }
    }

    /// Counts values, damaged and expired ones included, and the bytes of their files.
    func statistics() throws -> StorageStatistics {
        var statistics = StorageStatistics(entryCount: 0, byteCount: 0)
        try listFiles { name, status in
            guard EntryFile.isOurs(name, in: folder) else { return }
            statistics.entryCount += 1
            statistics.byteCount += status.size
        }
        return statistics
    }
}

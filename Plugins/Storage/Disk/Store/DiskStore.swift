internal import Foundation
internal import KingfisherCore
internal import Synchronization

/// The cache folder: what `DiskStorage.Backend` and `DiskDataStorage` share.
///
/// Holds no file open and takes no lock between processes. A value comes in by renaming a finished file and goes by
/// removing it, so every process sees whole files or none, also when another is killed half-way.
final class DiskStore: Sendable {
    /// Where the value of a key lies.
    struct Address: Sendable {
        let key: String
        let digest: Digest
        let fileName: FileNaming.Name

        /// The name of the file.
        var name: String { fileName.text }
        /// What stands for it in the index.
        var hash: UInt64 { fileName.hash }
    }

    let folderURL: URL
    let folder: String
    let index: FolderIndex
    let now: @Sendable () -> Date
    private let settings: Lock<DiskStorage.Config>
    private let sweeper = Lock(Sweeper())

    /// Opens a cache folder and makes it where it is missing. An existing one need not be writable.
    init(config: DiskStorage.Config, now: @escaping @Sendable () -> Date) throws {
        var config = config
        folderURL = try config.folderURL()
        // What it captured may hold on to the owner of this storage.
        config.cachePathBlock = nil
        folder = folderURL.path
        index = FolderIndex(folder: folder, now: now)
        self.now = now
        settings = Lock(config)
        do {
            try CacheFolder.make(folder)
        } catch {
            throw PluginError.writing(folder, error)
        }
        index.scans.async { [index, folder, now] in
            TemporaryFile.removeAbandoned(in: folder, now: FileTime(now()))
            index.scan()
        }
        startCleaning()
    }

    deinit {
        sweeper.withLock { $0.stop() }
    }

    /// Runs what storages do for themselves, one after the other.
    static let housekeeping = DispatchQueue(label: "kingfisher.disk-housekeeping", qos: .utility)

    var config: DiskStorage.Config {
        get { settings.withLock { $0 } }
        set {
            let old = settings.withLock { settings in
                defer { settings = newValue }
                return settings.cleanInterval
            }
            if newValue.cleanInterval != old { startCleaning() }
        }
    }

    /// Cleans soon and then at the interval, in the background.
    private func startCleaning() {
        let interval = config.cleanInterval
        if interval > 0 { Self.housekeeping.async { [weak self] in self?.clean() } }
        sweeper.withLock { sweeper in
            sweeper.stop()
            sweeper.start(every: interval, on: Self.housekeeping) { [weak self] in self?.clean() }
        }
    }

    /// Removes what has expired and what is over the limit.
    ///
    /// Failures are for those who clean themselves: here is nobody to tell, and the next time comes.
    private func clean() {
        _ = try? removeExpired()
        _ = try? removeSizeExceeded()
    }

    func address(_ key: String, forcedExtension: String?) -> Address {
        let digest = SHA256.digest(of: key)
        let fileName = FileNaming.name(
            forKey: key, digest: digest, forcedExtension: forcedExtension, rules: config.namingRules)
        return Address(key: key, digest: digest, fileName: fileName)
    }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    func url(_ name: String) -> URL { folderURL.appendingPathComponent(name, isDirectory: false) }
}

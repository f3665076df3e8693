public import Foundation
public import KingfisherCore

/// Keeps values as files in a folder.
public enum DiskStorage {
    /// Where a disk storage lies, how much it keeps, and for how long.
    public struct Config: Sendable {
        /// The name of the cache; part of the folder's name.
        public let name: String
        /// Where the folder is made.
        public let directory: URL
        /// Bytes of all files together, 0 for no limit.
        ///
        /// A store that would reach it first removes files, those read longest ago first, down to `sizeAfterTrimming`.
        /// Threads and processes that store at the same moment may each bring one file on top. Until a folder that was
        /// opened is listed, in the background, only what this storage stored itself is counted. On network file
        /// systems, where others are not heard of, each process may go over the limit by an eighth.
        public var sizeLimit: UInt
        /// Bytes that remain when room was made for new files; half of `sizeLimit` when nil.
        ///
        /// Making room lists the whole folder, so that a value near the limit costs much time for each store.
        public var sizeAfterTrimming: UInt?
        /// How long a value lives when it is stored without an expiration of its own.
        public var expiration: StorageExpiration = .days(7)
        /// Seconds between two cleanings in the background, the first one soon after opening; 0 or less for none.
        ///
        /// A cleaning removes expired files and enforces `sizeLimit`. An expired value is never handed out, cleaned
        /// or not, and reading one removes its file.
        public var cleanInterval: TimeInterval = 600
        /// Bytes from which on a value is memory-mapped rather than read; nil for never.
        ///
        /// The kernel then shares its pages between all who read it, and can take them back without writing them
        /// anywhere. A value that is in the page cache is read more quickly than mapped. Nothing that uses the folder
        /// properly changes a file once it is there; a program that cuts one off while its value is in use ends this
        /// process with SIGBUS, as does a disk that fails then.
        public var mapsValuesFrom: UInt?
        /// The extension of every file, without the dot.
        public var pathExtension: String?
        /// Whether files are named by the SHA-256 of their key; otherwise by the key itself, percent-encoded where it
        /// could lead out of the folder, and by the SHA-256 all the same where that is too long for a name.
        public var usesHashedFileName = true
        /// Whether a hashed name gets the extension that the key shows: 1 to 20 letters and digits at the end of the
        /// last path component, before a query or a processor identifier.
        public var autoExtAfterHashedFileName = false
        /// Computes the folder from `directory` and the folder's usual name. Called once, when a storage is made.
        public var cachePathBlock: (@Sendable (_ directory: URL, _ cacheName: String) -> URL)?

        /// Makes a configuration.
        /// - Parameter directory: `$XDG_CACHE_HOME`, else `~/.cache`, when nil.
        public init(name: String, sizeLimit: UInt, directory: URL? = nil) {
            self.name = name
            self.sizeLimit = sizeLimit
            self.directory = directory ?? Self.userCacheDirectory
        }

        /// The folder for caches of the user this process runs as.
        public static var userCacheDirectory: URL {
            // The XDG specification has relative paths ignored.
            if let path = ProcessInfo.processInfo.environment["XDG_CACHE_HOME"], path.hasPrefix("/") {
                return URL(fileURLWithPath: path, isDirectory: true)
            }
            return FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(
                ".cache", isDirectory: true)
        }
    }
}

extension DiskStorage.Config {
    /// The bytes that remain when room was made.
    func lowMark(below limit: Int) -> Int {
        sizeAfterTrimming.map { min(Int(clamping: $0), limit) } ?? limit / 2
    }

    var namingRules: FileNaming.Rules {
        FileNaming.Rules(
            isHashed: usesHashedFileName, fixedExtension: pathExtension,
            takesExtensionFromKey: autoExtAfterHashedFileName)
    }

    /// The folder of the cache.
    /// - Throws: `PluginError` for a name that is no folder name.
    package func folderURL() throws -> URL {
        guard !name.isEmpty, !name.utf8.contains(0), !name.contains("/") else {
            throw PluginError(
                .invalidName, pluginID: PluginError.diskID,
                message: "\"\(name)\" cannot name a cache. Choose a name that is not empty and has no slash.")
        }
        let folderName = "com.onevcat.Kingfisher.ImageCache.\(name)"
        return cachePathBlock?(directory, folderName)
            ?? directory.appendingPathComponent(folderName, isDirectory: true)
    }
}

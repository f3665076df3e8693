public import Foundation
public import KingfisherCore

extension DiskStorage {
    /// Keeps values of one type as files in a folder that several threads and processes may share.
    ///
    /// Every method may wait for the disk, and none needs a run loop or a task: call them from a thread that may
    /// block, or use `DiskDataStorage`, which does that. Values come in whole or not at all, whatever ends the
    /// process. While the storage lives, it removes expired files and enforces the size limit in the background, when it
    /// is opened and every `config.cleanInterval`. A file is the value's bytes followed by a trailer that image readers
    /// ignore, so any viewer opens it.
    public final class Backend<Value: DataTransformable & Sendable>: Sendable {
        let files: DiskStore

        /// Opens the folder and makes it where it is missing. A folder that exists may be read-only: reading works
        /// then, and storing throws.
        /// - Parameters:
        ///   - config: Where the folder is, and its limits.
        ///   - now: The clock for expirations and access times.
        /// - Throws: `PluginError` with `.readOnly`, `.noSpace` or `.ioFailed` when the folder cannot be made.
        public init(config: Config, now: @escaping @Sendable () -> Date = { Date() }) throws {
            files = try DiskStore(config: config, now: now)
        }

        /// Limits, lifetimes and file names from now on. The folder stays where it is.
        public var config: Config {
            get { files.config }
            set { files.config = newValue }
        }

        /// The folder the files lie in.
        public var directoryURL: URL { files.folderURL }

        /// Whether the folder is listed, so that misses are answered from memory. Soon after opening, but for folders
        /// that change all the time where the kernel does not tell of it.
        public var isIndexed: Bool { files.index.isListed }

        /// Stores a value in place of an older one.
        ///
        /// A value that has expired when it comes, or that is as large as the size limit, is not stored; an older
        /// value of the key goes all the same. Where it would not fit, the files read longest ago go first.
        /// - Parameters:
        ///   - expiration: `config.expiration` when nil.
        ///   - writeOptions: `.withoutOverwriting` makes an older value an error. Writing is always atomic; the other
        ///     options change nothing.
        ///   - forcedExtension: Goes before the extensions of the configuration; needed again for reading.
        /// - Throws: What `toData` throws, or `PluginError` with `.noSpace`, `.readOnly` or `.ioFailed`; an older value
        ///   is then intact.
        public func store(
            value: Value, forKey key: String, expiration: StorageExpiration? = nil,
            writeOptions: Data.WritingOptions = [], forcedExtension: String? = nil
        ) throws {
            let stored = StoredData(try value.toData(), kind: .processed)
            try files.store(
                stored, at: files.address(key, forcedExtension: forcedExtension), cacheKey: key,
                expiration: expiration, overwriting: !writeOptions.contains(.withoutOverwriting))
        }

        /// The value of a key; nil when there is none, or it has expired or is damaged, in which cases it is removed.
        /// - Parameter extendingExpiration: What reading does to the value's lifetime.
        /// - Throws: `PluginError` with `.ioFailed` when the file is there but cannot be read.
        public func value(
            forKey key: String, forcedExtension: String? = nil,
            extendingExpiration: ExpirationExtending = .cacheTime
        ) throws -> Value? {
            let address = files.address(key, forcedExtension: forcedExtension)
            guard let stored = try files.read(address, extending: extendingExpiration) else { return nil }
            do {
                return try Value.fromData(stored.data)
            } catch {
                // Kept, it would fail every later call as well.
                try files.remove(address)
                return nil
            }
        }

        /// Whether a key has a value that has not expired. Does not extend its life.
        /// - Parameter referenceDate: The moment in question; now when nil.
        public func isCached(
            forKey key: String, referenceDate: Date? = nil, forcedExtension: String? = nil
        ) -> Bool {
            files.contains(
                files.address(key, forcedExtension: forcedExtension), at: referenceDate ?? files.now())
        }

        /// Removes a value; succeeds when there is none.
        /// - Throws: `PluginError` with `.readOnly` or `.ioFailed`.
        public func remove(forKey key: String, forcedExtension: String? = nil) throws {
            try files.remove(files.address(key, forcedExtension: forcedExtension))
        }

        /// Removes what was stored of one source: its original, and whatever processors made of it.
        /// - Parameter cacheKey: The key without a processor.
        /// - Returns: The removed files. Looks at every file of the folder.
        /// - Throws: `PluginError` when nothing could be removed because of it.
        public func removeValues(variantsOf cacheKey: String) throws -> [URL] {
            try files.removeVariants(of: cacheKey).map(files.url)
        }

        /// Removes all values and leaves every file and folder that is not from a storage of this kind.
        /// - Throws: `PluginError` with the first failure, after everything else was removed.
        public func removeAll() throws {
            try files.removeAll()
        }

        /// The file a value lies in, or would lie in.
        public func cacheFileURL(forKey key: String, forcedExtension: String? = nil) -> URL {
            files.url(files.address(key, forcedExtension: forcedExtension).name)
        }

        /// Removes expired values and files that cannot be understood, and what writers left that were killed.
        /// - Returns: The removed files.
        /// - Throws: `PluginError` when nothing could be removed because of it.
        public func removeExpiredValues() throws -> [URL] {
            try files.removeExpired().map(files.url)
        }

        /// Removes the values read longest ago down to `config.sizeAfterTrimming`, where
        /// `config.sizeLimit` is reached.
        /// - Returns: The removed files.
        /// - Throws: `PluginError` when nothing could be removed because of it.
        public func removeSizeExceededValues() throws -> [URL] {
            try files.removeSizeExceeded().map(files.url)
        }

        /// The bytes of all files, expired ones included. Looks at every file.
        public func totalSize() throws -> UInt {
            UInt(try files.statistics().byteCount)
        }

        /// The values that lie in the folder, expired and damaged ones included. Looks at every file.
        public func fileCount() throws -> Int {
            try files.statistics().entryCount
        }

        /// What lies in the folder and can be read, expired ones included. Reads the end of every file.
        /// - Parameter looked: Called after each look at a file.
        public func entries(looked: (_ file: URL) -> Void = { _ in }) throws -> [Entry] {
            try files.entries { looked(files.url($0)) }
        }

        /// Reads every file wholly and compares its checksum. Neither extends a life nor counts as a use.
        /// - Parameters:
        ///   - removingDamaged: Whether what is found is removed.
        ///   - looked: Called after each look at a file.
        /// - Returns: What is damaged.
        public func verify(
            removingDamaged: Bool = false, looked: (_ file: URL) -> Void = { _ in }
        ) throws -> [DamagedFile] {
            try files.verify(removingDamaged: removingDamaged) { looked(files.url($0)) }
        }
    }
}

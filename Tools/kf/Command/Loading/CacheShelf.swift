import Foundation
import Glibc
import KingfisherCore
import KingfisherDiskStorage

/// The cache's folder, which may not be there yet; looking at it does not make it.
struct CacheShelf {
    /// The folder, without a slash behind it.
    let path: String
    /// Nil where there is no folder.
    private let backend: DiskStorage.Backend<Data>?

    /// - Parameter directory: As given by `--cache`.
    /// - Throws: `PluginError` when what is there is no folder, or cannot be opened.
    init(folder directory: String?) throws {
        var config = DiskStorage.Config(
            name: CacheLocation.name, sizeLimit: 0, directory: CacheLocation.directory(directory))
        // What is listed is there, and `clean` counts what it removes.
        config.cleanInterval = 0
        let folder = try config.folderURL().path(percentEncoded: false)
        path = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        backend = try Self.exists(path) ? try DiskStorage.Backend(config: config) : nil
    }

    /// Whether there is something of that name.
    /// - Throws: `PluginError` where that cannot be told, for example because a file lies where a folder should.
    private static func exists(_ path: String) throws -> Bool {
        guard access(path, F_OK) != 0 else { return true }
        let reason = errno
        guard reason != ENOENT else { return false }
        throw PluginError(
            .ioFailed, pluginID: "kf",
            message: "The cache folder \(path) cannot be reached (\(String(cString: strerror(reason)))). "
                + "Name the folder that holds the cache.")
    }

    /// All entries; the console shows how far that is.
    func entries(_ console: Console) throws -> [DiskStorage.Entry] {
        try showingProgress(console) { try $0.entries(looked: $1) }
    }

    /// Checks all entries; the console shows how far that is.
    func damaged(_ console: Console) throws -> [DiskStorage.DamagedFile] {
        try showingProgress(console) { try $0.verify(looked: $1) }
    }

    private func showingProgress<Found>(
        _ console: Console, _ look: (DiskStorage.Backend<Data>, (URL) -> Void) throws -> [Found]
    ) throws -> [Found] {
        guard let backend else { return [] }
        let isTerminal = Console.isTerminal(STDERR_FILENO)
        let total = isTerminal ? try backend.fileCount() : 0
        console.begin(ProgressLine(total: total, isQuiet: false, isTerminal: isTerminal))
        defer { console.finish() }
        return try look(backend) { console.advance($0.lastPathComponent, failed: false) }
    }

    /// Removes what has expired.
    /// - Returns: How many files.
    func clean() throws -> Int { try backend?.removeExpiredValues().count ?? 0 }

    /// Removes everything.
    /// - Returns: How many entries that could be read there were.
    func clear() throws -> Int {
        guard let backend else { return 0 }
        let count = try backend.entries().count
        try backend.removeAll()
        return count
    }

    /// Removes all entries of a source, or else the one with that key or file name.
    /// - Parameter key: A URL, the key of a processed image, or the name of a file.
    /// - Returns: How many there were.
    func remove(_ key: String) throws -> Int {
        guard let backend else { return 0 }
        let variants = try backend.removeValues(variantsOf: key).count
        if variants > 0 { return variants }
        // A key longer than what the file keeps of it is found by its digest alone.
        if backend.isCached(forKey: key) {
            try backend.remove(forKey: key)
            return 1
        }
        var names = try backend.entries().filter { $0.key == key || $0.fileURL.lastPathComponent == key }
            .map(\.fileURL.lastPathComponent)
        if names.isEmpty {
            names = try backend.verify().map(\.fileURL.lastPathComponent).filter { $0 == key }
        }
        for name in names { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }
        return names.count
    }
}
